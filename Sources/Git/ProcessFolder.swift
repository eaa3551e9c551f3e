#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What Linux tells of a process, in its folder under `/proc`; elsewhere there are none.
struct ProcessFolder {
  let id: pid_t

  private var path: String { "/proc/\(id)" }

  static var all: [ProcessFolder] {
    #if os(Linux)
      return names(in: "/proc").compactMap { pid_t($0).map(ProcessFolder.init) }
    #else
      return []
    #endif
  }

  /// The name of its program.
  var name: String? { firstLine("comm") }

  /// The process that has started it, or has taken it over.
  var parent: pid_t? {
    // `4711 (a name) S 4710 ...`; the name may hold anything.
    guard let line = firstLine("stat"), let end = line.lastIndex(of: ")") else { return nil }
    let words = line[end...].split(separator: " ")
    return words.count > 2 ? pid_t(words[2]) : nil
  }

  /// Where it is at work; nil for a process of another user.
  var folder: String? { linkTarget(path + "/cwd") }

  /// The files it has open.
  var files: [String] {
    Self.names(in: path + "/fd").compactMap { linkTarget("\(path)/fd/\($0)") }
  }

  /// The first line of a file that has no size, as those of `/proc`.
  private func firstLine(_ file: String) -> String? {
    guard let bytes = try? readFile(path + "/" + file) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
