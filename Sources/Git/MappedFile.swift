#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file in memory without a copy: only the pages that are looked at are read. Nobody writes into it; a new
/// version takes its place in the folder, and this one stays as it is.
public final class MappedFile {
  public let bytes: UnsafeRawBufferPointer

  /// Nil for what is no regular file, is empty or cannot be read.
  public init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    let count = Int(status.st_size)
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
