import Git
import Platform
import TasksCore

/// The files of a store that are encrypted as a whole. They are in no list: each takes gpg to be read.
public struct EncryptedFiles {
  private let store: TaskStore

  public init(of store: TaskStore) { self.store = store }

  /// Their paths in the store, in order.
  public var paths: [String] { paths(in: "").sorted() }

  private func paths(in folder: String) -> [String] {
    (File.names(in: "\(store.root)/\(folder)") ?? []).flatMap { name, kind -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasPrefix(".") { return [] }
      switch kind {
      case .folder: return paths(in: path)
      case .regular: return EncryptedFile.taskPath(of: path) == nil ? [] : [path]
      default: return []
      }
    }
  }

  /// Returns the file that a word names, by its path or by the beginning of the id in its name; nil if there is none.
  ///
  /// - Throws: `invalid` if there are several.
  public func find(_ word: String) throws -> String? {
    let paths = paths
    if let path = paths.first(where: { $0 == word || $0 == word + ".gpg" }) { return path }
    guard word.utf8.count >= TaskID.shortest else { return nil }
    let found = paths.filter { path in
      let name = path.names().last ?? path
      return name.split(separator: "-").last.map { $0.utf8.starts(with: word.utf8) } ?? false
    }
    guard found.count < 2 else {
      throw StoreError.invalid(
        "'\(word)' is the beginning of several ids; name one of: \(found.joined(separator: ", "))")
    }
    return found.first
  }

  /// Returns a file decrypted.
  ///
  /// - Throws: ``CipherError``; ``StoreError`` if it is no task.
  public func file(_ path: String) throws -> EncryptedFile {
    do {
      return try store.encryption.file(
        store.contents(path), at: path, workflow: store.settings.workflow)
    } catch let error as ReadError {
      throw StoreError.unreadable(path: path, error)
    }
  }

  /// Returns a reading with the tasks of encrypted files.
  ///
  /// - Parameter words: Those that name the files; nil for all.
  public func added(to reading: StoreReading, namedBy words: [String]? = nil) throws -> StoreReading
  {
    let chosen = try words?.compactMap(find) ?? paths
    return reading.replacing([], with: try chosen.map { try file($0).document })
  }

  // MARK: Changing

  /// Encrypts the files of tasks.
  ///
  /// - Parameter keys: The names of the keys; nil for those that a task or the store names.
  public func encrypt(_ words: [String], to keys: [String]?, dryRun: Bool) throws -> WriteReport {
    try store.write("encrypt", dryRun: dryRun) { reading in
      try reading.documents(words).flatMap { document -> [Change] in
        let path = document.task.path + ".gpg"
        guard document.task.format == .org, EncryptedFile.taskPath(of: path) != nil else {
          throw StoreError.invalid(
            "\(document.task.path) is not an Org file; convert it with: tasks convert \(reading.short(document.task)) --to org"
          )
        }
        let content = try store.encryption.encryptedFile(of: document, to: keys)
        return [.purge(document), .restore(path: path, content: content)]
      }
    }
  }

  /// Puts the plain files of tasks back.
  public func decrypt(_ paths: [String], dryRun: Bool) throws -> WriteReport {
    try store.write("decrypt", dryRun: dryRun) { _ in
      try paths.flatMap { path -> [Change] in
        [.restore(path: path, content: nil), .addDocument(try file(path).document)]
      }
    }
  }
}
