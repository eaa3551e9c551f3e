/// A memory-mapped file: only pages that are accessed are read. It must never be written in place; a new version
/// replaces it by rename, and the mapping keeps the old content.
package final class MappedFile {
  package let bytes: UnsafeRawBufferPointer
  package let status: stat

  /// Maps a file; nil if it is not a regular file, is empty or cannot be read.
  ///
  /// - Parameter isChangeable: Whether ``clear(_:)`` may be called.
  package init?(_ path: String, isChangeable: Bool = false) {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    let count = Int(status.st_size)
    let protection = isChangeable ? PROT_READ | PROT_WRITE : PROT_READ
    guard let start = mmap(nil, count, protection, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    self.status = status
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Sets bytes of the mapping to zero; the file does not change.
  package func clear(_ range: Range<Int>) {
    for place in range { UnsafeMutableRawBufferPointer(mutating: bytes)[place] = 0 }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
