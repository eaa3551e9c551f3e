import CSHA1

/// The hash git names objects by and ends an index with.
enum SHA1 {
  /// The digest of some bytes, with others before them.
  static func digest(_ body: UnsafeRawBufferPointer, after head: [UInt8] = []) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      head.withUnsafeBytes { head in
        csha1(head.baseAddress, head.count, body.baseAddress, body.count, digest.baseAddress)
      }
      count = 20
    }
  }

  /// As `digest`, without the processor's own instructions for it.
  static func portable(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      csha1_portable(nil, 0, bytes, bytes.count, digest.baseAddress)
      count = 20
    }
  }
}
