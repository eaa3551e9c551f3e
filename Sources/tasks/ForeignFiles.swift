import Platform
import TasksCore

/// Finds the files of another program that an import reads.
struct ForeignFiles {
  /// A file, or what a program printed.
  struct Source {
    /// For messages, and for the ids of records that have none.
    let name: String
    let bytes: [UInt8]

    func records(_ reader: any ForeignReader) -> [ForeignRecord] { reader.read(bytes) }
  }

  private let reader: any ForeignReader.Type
  private let session: Session

  init(of reader: any ForeignReader.Type, _ session: Session) {
    (self.reader, self.session) = (reader, session)
  }

  func sources(_ files: [String]) throws -> [Source] {
    guard files.isEmpty else {
      return try files.map { Source(name: name(of: $0), bytes: try InputFile.bytes($0, session)) }
    }
    throw CommandError("name the file to import; - is standard input", code: .usage)
  }

  /// The last part of a path: where a file lies does not matter to the ids of its tasks.
  private func name(of path: String) -> String {
    path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "file")
  }

  static func unknown(_ word: String, among names: [String]) -> CommandError {
    let near = NearestWord.to(word.lowercased(), among: names)
    return CommandError(
      "'\(word)' is no format" + (near.map { "; did you mean '\($0)'?" } ?? "")
        + "\nformats: \(names.joined(separator: ", "))", code: .usage)
  }
}
