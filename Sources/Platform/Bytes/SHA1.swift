import CPlatform

/// The hash git names objects by and ends an index with. A value: a copy goes on from where it was made.
public struct SHA1 {
  private var sum = platform_sha1()

  public init() { platform_sha1_begin(&sum) }

  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    platform_sha1_add(&sum, bytes.baseAddress, bytes.count)
  }

  /// Of all that was added, 20 bytes.
  public var digest: [UInt8] {
    var sum = sum
    return [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      platform_sha1_end(&sum, digest.baseAddress)
      count = 20
    }
  }

  /// The digest of some bytes, with others before them.
  public static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    var sum = SHA1()
    head.withUnsafeBytes { sum.add($0) }
    sum.add(body)
    return sum.digest
  }

  /// Without the processor's own instructions for it.
  public static func portable(_ body: UnsafeRawBufferPointer) -> [UInt8] {
    var sum = SHA1()
    platform_sha1_begin_portable(&sum.sum)
    sum.add(body)
    return sum.digest
  }
}
