import CPure

/// The digest by which tasks made by hand, and files that tasks are taken in from, are known.
package enum SHA256 {
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var sum = pure_sha256()
    pure_sha256_begin(&sum)
    pure_sha256_add(&sum, message, message.count)
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      pure_sha256_end(&sum, digest.baseAddress)
      count = 32
    }
  }
}
