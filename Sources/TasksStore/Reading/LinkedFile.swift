import Platform
import TasksCore

package struct LinkedFile {
  /// Absolute, with symbolic links resolved.
  package let path: String
  package let text: [UInt8]?
}

extension TaskStore {
  /// Returns the file that a link of a task leads to. The path is relative to the folder of the task's file, and is
  /// tried as written and then percent-decoded.
  ///
  /// - Throws: `invalid` if there is none, or if it is neither a regular file nor a folder.
  package func linkedFile(_ path: String, from task: Task) throws(StoreError) -> LinkedFile {
    let folder = task.path.names().dropLast().joined(separator: "/")
    for candidate in [path, LinkDestination.decoded(path)].compactMap({ $0 }) {
      var absolute = StoreLocation.absolute(candidate, in: root + "/" + folder)
      if candidate.hasPrefix("~/"), let home = context.variable("HOME") {
        absolute = StoreLocation.absolute(String(candidate.dropFirst(2)), in: home)
      }
      let real = File.realPath(absolute)
      switch File.kind(real) {
      case .folder: return LinkedFile(path: real, text: nil)
      case .regular: return LinkedFile(path: real, text: TaskStore.text(of: real))
      case .other:
        throw .invalid(
          "\(ControlCharacters.escaped(Text(path))) is not a regular file and cannot be opened")
      case nil: continue
      }
    }
    throw .invalid(
      "there is no file \(ControlCharacters.escaped(Text(path))), searched from "
        + (folder.isEmpty ? root : root + "/" + folder))
  }

  /// Returns the file that a link by name leads to (`[[Note]]`, as in Obsidian): from the folder of the task's file,
  /// from the store's folder, or else the one with the shortest path in the store.
  ///
  /// - Throws: `invalid` if there is none.
  package func linkedNote(_ name: String, from task: Task) throws(StoreError) -> LinkedFile {
    let folder = task.path.names().dropLast().joined(separator: "/")
    let names = [name] + Format.allCases.reversed().map { name + "." + $0.rawValue }
    for place in [root + "/" + folder, root] {
      for name in names {
        let real = File.realPath(StoreLocation.absolute(name, in: place))
        guard real.begins(with: root + "/"), File.kind(real) == .regular else { continue }
        return LinkedFile(path: real, text: TaskStore.text(of: real))
      }
    }
    let endings = names.map { "/" + $0.lowercased() }
    func rank(_ path: String) -> Int? {
      endings.firstIndex { ("/" + path.lowercased()).hasSuffix($0) }
    }
    let last = Set(names.compactMap { $0.names().last?.lowercased() })
    let scan = FolderScan(root: root, leaving: "") {
      last.contains(String(decoding: $0, as: UTF8.self).lowercased())
    }
    let found = scan.files.map(\.path)
      .filter { rank($0) != nil }
      .min { a, b in
        (rank(a) ?? 0, a.utf8.count, a) < (rank(b) ?? 0, b.utf8.count, b)
      }
    guard let found else {
      throw .invalid("there is no file \(ControlCharacters.escaped(Text(name))) in the store")
    }
    return LinkedFile(path: root + "/" + found, text: TaskStore.text(of: root + "/" + found))
  }

  /// Returns the content of a file up to 64 MiB that has no NUL in its first 8 KiB; nil for any other.
  private static func text(of path: String) -> [UInt8]? {
    guard let bytes = try? StoreFile.read(path, limit: 64 << 20), !bytes.prefix(8192).contains(0)
    else { return nil }
    return bytes
  }

  /// Returns the Org file of the store, a task or not, that has a heading with this id, and the heading's line.
  package func heading(withID id: Text) -> (path: String, line: Int)? {
    let folder = TaskFolder(root: root)
    let scan = FolderScan(root: root, leaving: "")
    for path in scan.files.map(\.path).sorted() where Format(path: path) == .org {
      if let bytes = try? folder.read(path), let line = LinePlace.id(id).line(in: bytes) {
        return (root + "/" + path, line)
      }
    }
    return nil
  }
}
