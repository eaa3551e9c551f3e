import Platform

extension GitProgramBackend {
  /// An object that `git cat-file --batch` found.
  struct Found {
    let id: ObjectID
    let kind: Substring
    let content: [UInt8]
  }

  /// Reads an object by its id or another name; nil if there is none, or the name is ambiguous.
  func find(_ name: String) throws(GitError) -> Found? {
    guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else {
      return nil
    }
    return try reader.ask(Array(name.utf8)) { answer -> Found?? in
      guard let line = answer.line() else { return nil }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      // For a missing object git prints the name and `missing`.
      guard words.count == 3, let id = ObjectID(hex: words[0].utf8), let size = Int(words[2]) else {
        return .some(nil)
      }
      guard let content = answer.bytes(size), answer.bytes(1) != nil else { return nil }
      return Found(id: id, kind: words[1], content: content)
    }
  }

  package func object(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    guard let found = try find(id.hex), found.kind == kind.name else {
      throw .noSuchObject(id: id, kind: kind.word)
    }
    return found.content
  }

  package func contains(_ id: ObjectID) throws(GitError) -> Bool { try find(id.hex) != nil }

  /// Writes an object through a running `git hash-object`, which reads contents from files only.
  package func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID {
    let path = "\(gitDirectory)/tasks-commit.\(getpid()).object"
    defer { unlink(path) }
    try writeFile(path, content)
    let writer =
      writers[kind]
      ?? GitBatchProcess(
        git, ["hash-object", "-w", "--no-filters", "-t", kind.name, "--stdin-paths"])
    writers[kind] = writer
    return try writer.ask(Self.quoted(path)) { $0.line().flatMap { ObjectID(hex: $0) } }
  }

  package func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    try find(revision + "^{commit}")?.id
  }

  /// Quotes a path as git does (git-config(1), core.quotePath), so that any name can be sent in one line.
  static func quoted(_ path: String) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): text += Array("\\n".utf8)
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}
