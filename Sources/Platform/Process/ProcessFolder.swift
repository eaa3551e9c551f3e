/// A process as Linux reports it in its folder under `/proc` (proc(5)); other systems list none.
struct ProcessFolder {
  let id: Int32

  private var path: String { "/proc/\(id)" }

  static var all: [ProcessFolder] {
    #if os(Linux)
      return (File.names(in: "/proc") ?? []).compactMap { Int32($0.name).map(ProcessFolder.init) }
    #else
      return []
    #endif
  }

  /// The name of the program, `comm`.
  var name: String? { firstLine("comm") }

  /// The parent process.
  var parent: Int32? {
    // `4711 (a name) S 4710 ...`; the name may contain any character, also `)`.
    guard let line = firstLine("stat"), let end = line.lastIndex(of: ")") else { return nil }
    let words = line[end...].split(separator: " ")
    return words.count > 2 ? Int32(words[2]) : nil
  }

  /// The working directory; nil for a process of another user.
  var folder: String? { Self.target(path + "/cwd") }

  /// The paths of its open files.
  var files: [String] {
    (File.names(in: path + "/fd") ?? []).compactMap { Self.target("\(path)/fd/\($0.name)") }
  }

  /// Reads the first line of a file.
  private func firstLine(_ file: String) -> String? {
    guard let bytes = try? File.read(path + "/" + file) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func target(_ path: String) -> String? {
    File.linkTarget(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
