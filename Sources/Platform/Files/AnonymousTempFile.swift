/// A temporary file without a name, for what a program says: there is nothing to clear away, and the program may
/// leave a process behind that goes on writing to it.
public final class AnonymousTempFile {
  private let stream = tmpfile()

  public init() {}

  /// The file to hand over; nil where none could be made, and nothing will be known.
  public var file: Int32? { stream.map { fileno($0) } }

  deinit { if let stream { fclose(stream) } }

  /// All that was written to it.
  public var bytes: [UInt8] {
    guard let file else { return [] }
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while true {
        let count = pread(file, buffer.baseAddress, buffer.count, off_t(bytes.count))
        guard count > 0 else { return }
        bytes.append(contentsOf: buffer[..<count])
      }
    }
    return bytes
  }
}
