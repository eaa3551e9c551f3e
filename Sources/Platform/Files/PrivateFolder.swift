/// A folder for files that nobody but their owner may read.
package enum PrivateFolder {
  /// Makes a folder with mode 0700 in the first place that takes one.
  ///
  /// - Parameter places: Absolute paths; others are passed over. Best is one in memory that goes when the user logs out.
  package static func make(inFirstOf places: [String]) -> String? {
    for place in places where place.hasPrefix("/") {
      var template = Array("\(place)/tasks-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// Removes a folder with all that is in it: an editor leaves backups beside what it edits.
  package static func remove(_ folder: String) {
    for (name, kind) in File.names(in: folder) ?? [] {
      let path = "\(folder)/\(name)"
      if kind == .folder { remove(path) } else { try? File.remove(path) }
    }
    File.removeIfEmpty(folder)
  }
}

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
