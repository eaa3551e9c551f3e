import CPlatform
import CPure

/// The hash of repositories with the object format sha256.
package enum SHA256 {
  /// Computes the digest of `head` followed by `body`, 32 bytes.
  package static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    var sum = pure_sha256()
    pure_sha256_begin(&sum)
    pure_sha256_add(&sum, head, head.count)
    pure_sha256_add(&sum, body.baseAddress, body.count)
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      pure_sha256_end(&sum, digest.baseAddress)
      count = 32
    }
  }
}

/// The hash that git names objects by and ends an index with. It is a value: a copy can be continued independently.
package struct SHA1 {
  private var sum = platform_sha1()

  package init() { platform_sha1_begin(&sum) }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    platform_sha1_add(&sum, bytes.baseAddress, bytes.count)
  }

  /// The digest of everything added, 20 bytes.
  package var digest: [UInt8] {
    var sum = sum
    return [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      platform_sha1_end(&sum, digest.baseAddress)
      count = 20
    }
  }

  /// Computes the digest of `head` followed by `body`, 20 bytes.
  package static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    var sum = SHA1()
    head.withUnsafeBytes { sum.add($0) }
    sum.add(body)
    return sum.digest
  }

  /// Computes a digest without the processor's SHA instructions, for tests.
  package static func portable(_ body: UnsafeRawBufferPointer) -> [UInt8] {
    var sum = SHA1()
    platform_sha1_begin_portable(&sum.sum)
    sum.add(body)
    return sum.digest
  }
}
