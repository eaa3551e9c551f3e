import CPlatform

/// The hash of repositories with the object format sha256.
package enum SHA256 {
  /// Computes the digest of `head` followed by `body`, 32 bytes.
  package static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    var sum = platform_sha256()
    platform_sha256_begin(&sum)
    platform_sha256_add(&sum, head, head.count)
    platform_sha256_add(&sum, body.baseAddress, body.count)
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      platform_sha256_end(&sum, digest.baseAddress)
      count = 32
    }
  }
}
