/// A temporary file without a name, for the input or the output of a program. It needs no removal, and a process that the program
/// leaves running may keep writing to it.
package final class AnonymousTempFile {
  private let stream = tmpfile()

  package init() {}

  /// Makes a file to be read from its beginning.
  package convenience init(_ bytes: [UInt8]) {
    self.init()
    guard let stream else { return }
    fwrite(bytes, 1, bytes.count, stream)
    rewind(stream)
  }

  /// The file descriptor for the child; nil if no file could be created, so that the output is lost.
  package var file: Int32? { stream.map { fileno($0) } }

  deinit { if let stream { fclose(stream) } }

  /// Everything written to the file so far.
  package var bytes: [UInt8] {
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
