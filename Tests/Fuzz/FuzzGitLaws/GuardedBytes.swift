import Platform

/// A place for bytes that ends where memory does: reading past them ends the program, as the subscripts of an
/// `UnsafeRawBufferPointer` in a release would not.
struct GuardedBytes {
  private let end: UnsafeMutableRawPointer
  private let size: Int

  init(size: Int = 1 << 18) {
    let page = Int(getpagesize())
    let start = mmap(
      nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let start, start != MAP_FAILED, mprotect(start + size, page, PROT_NONE) == 0 else {
      fatalError("no memory")
    }
    (end, self.size) = (start + size, size)
  }

  /// Calls with the bytes at the end of the place.
  func with<Result>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    precondition(bytes.count <= size, "the input has no room")
    let start = end - bytes.count
    bytes.withUnsafeBytes { bytes in
      if let from = bytes.baseAddress { start.copyMemory(from: from, byteCount: bytes.count) }
    }
    return body(UnsafeRawBufferPointer(start: start, count: bytes.count))
  }
}
