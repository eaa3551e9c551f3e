import Git
import Platform
import TasksCore

/// The files of a store that are encrypted as a whole. They are in no list: each takes gpg to be read.
package struct EncryptedFiles {
  private let store: TaskStore

  package init(of store: TaskStore) { self.store = store }

  var paths: [String] { paths(in: "").sorted() }

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

  /// Returns the file that a word names, unless it names a task of a reading: ids are shortened among those alone.
  ///
  /// - Throws: `invalid` if there are several.
  package func find(_ word: String, unlessIn reading: StoreReading) throws -> String? {
    do throws(StoreError) {
      _ = try reading.document(word)
      return nil
    } catch {
      guard case .noSuchTask = error else { return nil }
    }
    return try find(word)
  }

  /// Returns the file that a word names, by its path or by the beginning of the id in its name; nil if there is none.
  ///
  /// - Throws: `invalid` if there are several.
  package func find(_ word: String) throws -> String? {
    let paths = paths
    if let path = paths.first(where: { $0 == word || $0 == word + ".gpg" }) { return path }
    guard word.utf8.count >= TaskID.shortest else { return nil }
    let found = paths.filter { path in
      if let own = EncryptedFiles.keptBeside(path), paths.contains(own) { return false }
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
  func file(_ path: String) throws -> EncryptedFile {
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
  package func added(to reading: StoreReading, namedBy words: [String]? = nil) throws
    -> StoreReading
  {
    let chosen = try words?.compactMap { try find($0, unlessIn: reading) } ?? paths
    return reading.replacing([], with: try chosen.map { try file($0).document })
  }

  // MARK: Changing

  /// Encrypts the files of tasks; a file made here loses the words of its name, too.
  ///
  /// - Parameter keys: The names of the keys; nil for those that a task or the store names.
  /// - Returns: The paths of the encrypted files.
  package func encrypt(_ words: [String], to keys: [String]?, dryRun: Bool) throws -> [String] {
    var paths: [String] = []
    _ = try store.write("encrypt", dryRun: dryRun) { reading in
      paths = []
      let documents = try reading.documents(words)
      let forgotten = try store.forgettingImported(tasks: Set(documents.map(\.task.id)))
      return try forgotten
        + documents.flatMap { document -> [Change] in
          let task = document.task
          guard task.format == .org else {
            throw StoreError.invalid(
              "\(task.path) is not an Org file; convert it with: tasks convert \(reading.short(task)) --to org"
            )
          }
          let folder = task.path.lastSlash.map { "\(task.path[..<$0])/" } ?? ""
          let path =
            TaskPath.isNamed(task.path, for: task.id)
            ? "\(folder)\(task.id.text).org.gpg" : task.path + ".gpg"
          try checkFree(path)
          paths.append(path)
          // No message of a commit has the title.
          return [
            .text(path: task.path, old: document.bytes, content: nil),
            .text(
              path: path, old: nil,
              content: try store.encryption.encryptedFile(of: document, to: keys)),
          ]
        }
    }
    if !dryRun { store.sayHistoryIsPlain(paths.count == 1 ? "the task was" : "the tasks were") }
    return paths
  }

  /// Puts the plain files of tasks back.
  package func decrypt(_ paths: [String], dryRun: Bool) throws -> WriteReport {
    try store.write("decrypt", dryRun: dryRun) { _ in
      try paths.flatMap { path -> [Change] in
        let bytes = try store.contents(path)
        let document = try file(path).document
        try checkFree(document.task.path)
        return [.text(path: path, old: bytes, content: nil), .addDocument(document)]
      }
    }
  }

  private func checkFree(_ path: String) throws {
    guard File.isMissing("\(store.root)/\(path)") else {
      throw StoreError.invalid(
        "\(path) is there already: two devices have made a plain and an encrypted file of one task; compare them, and "
          + "remove one with: tasks git rm")
    }
  }

  /// Commits what other programs have made of encrypted files.
  package func commitByHand() throws {
    let paths = paths
    guard !paths.isEmpty else { return }
    let write = StoreWrite(
      store: store, verb: "edit", subject: "edited by hand", commitsHandEdits: false)
    _ = try write.run { _ in
      guard let tree = try Snapshot(store.repository).tree else { return [] }
      return try paths.compactMap { path in
        let entry = try store.repository.entry(store.prefix + path, inTree: tree)
        let bytes = try store.contents(path)
        guard entry?.id != store.repository.id(ofBlob: bytes) else { return nil }
        return .edited(path: path, old: nil, content: bytes)
      }
    }
  }

  /// Merges the versions of files that a device without the key has kept one beside the other.
  func mergeKept() throws {
    let paths = paths
    for path in paths {
      guard let own = EncryptedFiles.keptBeside(path), paths.contains(own) else { continue }
      let files = ThreeWay<[UInt8]>(
        base: nil, ours: try store.contents(own), theirs: try store.contents(path))
      guard
        let merged = EncryptedFile.merged(
          files, path: own, workflow: store.settings.workflow, local: .ours, with: store.mergeTools)
      else { continue }
      _ = try store.write("sync") { _ in
        [
          .text(path: own, old: files.ours, content: merged),
          .text(path: path, old: files.theirs, content: nil),
        ]
      }
    }
  }

  /// The file beside which another version was kept: `X.org.gpg` for `X.theirs.org.gpg` and `X.theirs-2.org.gpg`.
  private static func keptBeside(_ path: String) -> String? {
    let stem = path.dropLast(".org.gpg".count)
    guard let place = stem.ranges(of: ".theirs").last,
      stem[place.upperBound...].allSatisfy({ $0 == "-" || $0.isNumber })
    else { return nil }
    return stem[..<place.lowerBound] + ".org.gpg"
  }
}
