import CSHA1

/// The hash git names objects by and ends an index with.
enum SHA1 {
  /// The digest of some bytes, with others before them.
  static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    head.withUnsafeBytes { digest([$0, body]) }
  }

  /// The digest of stretches of bytes, one after the other.
  static func digest(_ parts: [UnsafeRawBufferPointer]) -> [UInt8] { digest(parts, csha1) }

  /// As `digest`, without the processor's own instructions for it.
  static func portable(_ parts: [UnsafeRawBufferPointer]) -> [UInt8] {
    digest(parts, csha1_portable)
  }

  private static func digest(
    _ parts: [UnsafeRawBufferPointer],
    _ function: (UnsafePointer<csha1_part>?, Int, UnsafeMutablePointer<UInt8>?) -> Void
  ) -> [UInt8] {
    let parts = parts.map { csha1_part(bytes: $0.baseAddress, count: $0.count) }
    return [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      function(parts, parts.count, digest.baseAddress)
      count = 20
    }
  }
}
