import Git
import Platform
import TasksCore

/// The files of a transaction in the work tree.
///
/// New content is staged at the sibling of a file's place and then exchanged with what is there. From then on the
/// sibling holds the displaced file, and exchanging them once more restores it.
package struct WorktreeFiles {
  let store: TaskStore
  let files: [InstalledFile]
  private let names: SiblingNames

  package init(_ files: [InstalledFile], in store: TaskStore) {
    (self.store, self.files) = (store, files)
    names = SiblingNames(files.map(\.path))
  }

  func place(_ file: InstalledFile) -> String { store.workTreePath(file.path) }

  func sibling(_ path: String) -> String { store.workTreePath(names(path)) }

  private func aside(_ file: InstalledFile) -> String { SiblingNames.aside(place(file)) }

  // MARK: Staging

  /// Writes new content to the siblings, with the mode each file is to have; a file that is to go has none. Nothing is
  /// synced.
  package func stage(_ contents: [FileContent]) throws(StoreError) {
    for content in contents where content.content != nil {
      try store.checkFolders(of: content.path)
    }
    let staged = contents.map { (content: $0, sibling: sibling($0.path)) }
    let workTree = store.repository.workTree
    let written = ParallelHalves.halves(of: staged) { staged in
      staged.map { file in
        Attempt { () throws(StoreError) in
          guard let bytes = file.content.content else { return }
          try StoreFile.write(
            bytes, to: file.sibling, modeOf: "\(workTree)/\(file.content.path)", durable: false,
            makesFolder: true)
          if let mode = file.content.mode {
            try StoreFile.setExecutable(file.sibling, mode == .executable)
          }
        }
      }
    }
    for file in written { try file.get() }
  }

  func stage(link target: [UInt8], at path: String) throws(StoreError) {
    try store.checkFolders(of: path)
    let sibling = sibling(path)
    if let slash = sibling.lastSlash { try StoreFile.makeFolder(String(sibling[..<slash])) }
    try StoreFile.link(sibling, to: target)
  }

  // MARK: Installing

  /// Installs all files, those that go first: they make room for others.
  ///
  /// What another program saved up to this moment wins: it stays, as an edit on top of the change.
  ///
  /// - Returns: The files that `removeSiblings` is for; a new file whose place was free has no sibling any more.
  @discardableResult
  package func install() throws(StoreError) -> [InstalledFile] {
    var left: [InstalledFile] = []
    for file in files where file.new == nil {
      try remove(file)
      left.append(file)
    }
    for file in files where file.new != nil {
      if file.old == nil, FileExchange.rename(sibling(file.path), toFree: place(file)) { continue }
      try install(file)
      left.append(file)
    }
    return left
  }

  private func install(_ file: InstalledFile) throws(StoreError) {
    let (path, sibling) = (place(file), sibling(file.path))
    if FileExchange.exchange(sibling, path) {
      if File.kind(sibling) == .folder {
        _ = FileExchange.exchange(sibling, path)
        throw .changedMeanwhile(path: file.path)
      }
      return try checkDisplaced(file)
    }
    guard let there = try store.idOfFile(path) else {
      if let slash = path.lastSlash { try StoreFile.makeFolder(String(path[..<slash])) }
      return try StoreFile.rename(sibling, to: path)
    }
    // The file system cannot exchange files: the displaced one gets a name of its own first.
    guard there == file.old || there == file.new else {
      try StoreFile.remove(sibling)
      return saySaved(file)
    }
    try StoreFile.remove(aside(file))
    if !File.addName(aside(file), to: path) {
      if let target = File.linkTarget(path) {
        try StoreFile.link(aside(file), to: target)
      } else if let bytes = try StoreFile.readIfThere(path) {
        try StoreFile.write(bytes, to: aside(file), modeOf: path, durable: false)
      }
    }
    try StoreFile.rename(sibling, to: path)
    try StoreFile.rename(aside(file), to: sibling)
  }

  private func remove(_ file: InstalledFile) throws(StoreError) {
    let path = place(file)
    if !File.isMissing(path) {
      try StoreFile.rename(path, to: sibling(file.path))
      try checkDisplaced(file)
    }
    store.removeEmptyFolders(of: file.path)
  }

  /// Puts a displaced file back that the transaction does not know: it was saved at the last moment.
  private func checkDisplaced(_ file: InstalledFile) throws(StoreError) {
    let displaced = try store.idOfFile(sibling(file.path))
    guard displaced != file.old, displaced != file.new else { return }
    try StoreFile.rename(sibling(file.path), to: place(file))
    saySaved(file)
  }

  private func saySaved(_ file: InstalledFile) {
    store.context.say(
      "\(ControlCharacters.escaped(Text(file.path))) was saved by another program meanwhile and stays as saved"
    )
  }

  /// Removes the siblings, once the change has happened or is restored.
  ///
  /// - Parameter left: The files that have one, as `install` returns them; nil if that is not known.
  package func removeSiblings(of left: [InstalledFile]? = nil) throws(StoreError) {
    for file in left ?? files {
      try removeSibling(sibling(file.path))
      if file.new == nil { store.removeEmptyFolders(of: file.path) }
    }
  }

  /// A folder of that name is not ours.
  private func removeSibling(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      try StoreFile.remove(path)
    } catch {
      if File.kind(path) != .folder { throw error }
    }
  }

  // MARK: Recovery

  /// Puts back what was there before the transaction.
  ///
  /// - Parameters:
  ///   - others: Paths that stay as they are.
  ///   - movesAside: Whether a file that has changed since it was installed, by a hook or an editor, is kept under
  ///     another name and the old one put back. If false, it stays as an edit of the old one.
  package func restore(besides others: Set<String> = [], movesAside: Bool) throws {
    for file in files { try nameAside(file) }
    let restored = files.enumerated().filter { !others.contains($0.element.path) }
    // New files go first: one may be where a folder was, or in the folder of an old one.
    for (_, file) in restored where file.old == nil {
      let path = place(file)
      if let there = try store.idOfFile(path), there != file.new {
        if movesAside { try moveAside(file.path) }
      } else if File.kind(path) != .folder {
        try store.takeAway(file.path)
      }
    }
    for (number, file) in restored where file.old != nil {
      try restore(file, number, movesAside: movesAside)
    }
    try removeSiblings()
    for file in files {
      // An earlier version stages at the plain name in every case.
      try removeSibling(store.workTreePath(SiblingNames.plain(file.path)))
      if file.old == nil { store.removeEmptyFolders(of: file.path) }
    }
  }

  private func restore(_ file: InstalledFile, _ number: Int, movesAside: Bool) throws {
    guard let old = file.old else { return }
    let (path, sibling) = (place(file), sibling(file.path))
    let there = try store.idOfFile(path)
    let hasOldMode =
      file.oldMode == .link || File.isMarkedExecutable(path) == (file.oldMode == .executable)
    if there == old, hasOldMode { return }
    let displaced = try store.idOfFile(sibling)
    if there == file.new, displaced != nil, displaced != old, displaced != file.new {
      return try checkDisplaced(file)
    }
    if there != file.new, there != old {
      guard movesAside, try displaced == old || canProvide(old, number) else { return }
      if there != nil { try moveAside(file.path) }
    }
    if displaced != old {
      guard try provide(old, of: file, number, at: sibling) else { return }
    }
    if let slash = path.lastSlash { try StoreFile.makeFolder(String(path[..<slash])) }
    try StoreFile.rename(sibling, to: path)
    if file.oldMode != .link { try StoreFile.setExecutable(path, file.oldMode == .executable) }
  }

  /// Gives a displaced file the sibling's name where a killed process had not come to it.
  private func nameAside(_ file: InstalledFile) throws(StoreError) {
    guard !File.isMissing(aside(file)) else { return }
    if file.old != nil, File.isMissing(sibling(file.path)) {
      try StoreFile.rename(aside(file), to: sibling(file.path))
    } else {
      try StoreFile.remove(aside(file))
    }
  }

  /// Where versions before 0.2 kept displaced files.
  private func oldCopy(_ number: Int) -> String { "\(store.ownFolder)/old.\(number)" }

  private func canProvide(_ old: ObjectID, _ number: Int) throws -> Bool {
    try store.idOfFile(oldCopy(number)) == old || store.repository.contains(old)
  }

  /// Puts an old file at its sibling that is not there, from an earlier version's copy or from the repository.
  private func provide(
    _ old: ObjectID, of file: InstalledFile, _ number: Int, at sibling: String
  ) throws -> Bool {
    guard try canProvide(old, number) else { return false }
    let bytes =
      try store.idOfFile(oldCopy(number)) == old
      ? File.linkTarget(oldCopy(number)) ?? StoreFile.read(oldCopy(number))
      : store.repository.blob(old)
    try StoreFile.remove(sibling)
    if file.oldMode == .link {
      try StoreFile.link(sibling, to: bytes)
    } else {
      if let slash = sibling.lastSlash { try StoreFile.makeFolder(String(sibling[..<slash])) }
      try StoreFile.write(
        bytes, to: sibling, modeOf: place(file), durable: store.settings.isDurable)
    }
    return true
  }

  private func moveAside(_ path: String) throws {
    let aside = SiblingNames.refused(path, in: store)
    try StoreFile.rename(store.workTreePath(path), to: store.workTreePath(aside))
    store.context.say(
      "the changed version of \(ControlCharacters.escaped(Text(path))) is in \(ControlCharacters.escaped(Text(aside)))"
    )
  }
}

/// Single files of the work tree, outside a transaction.
extension TaskStore {
  /// The id of a file's bytes, or of a link's target; nil if there is neither.
  ///
  /// - Throws: `unreadable`.
  package func idOfFile(_ path: String) throws(StoreError) -> ObjectID? {
    let bytes = try StoreFile.readIfThere(path) ?? File.linkTarget(path)
    return bytes.map { repository.id(ofBlob: $0) }
  }

  /// Checks that no folder on the way to a path is a link: what is beyond one is no file of the work tree.
  ///
  /// - Throws: `invalid`.
  func checkFolders(of path: String) throws(StoreError) {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if File.kind(workTreePath(String(folder))) == .other {
        let names = [path, String(folder)].map { "'\(ControlCharacters.escaped(Text($0)))'" }
        throw .invalid("\(names[0]) is not written: \(names[1]) on the way to it is no folder")
      }
    }
  }

  /// Writes a file as a whole: to a temporary name, then renamed to its place.
  func place(_ content: [UInt8], at path: String, durable: Bool? = nil) throws(StoreError) {
    try checkFolders(of: path)
    let path = workTreePath(path)
    let waiting = SiblingNames.aside(path)
    try StoreFile.write(
      content, to: waiting, modeOf: path, durable: durable ?? settings.isDurable, makesFolder: true)
    try StoreFile.rename(waiting, to: path)
  }

  /// Removes a file, and the folders that are empty then.
  func takeAway(_ path: String) throws(StoreError) {
    try StoreFile.remove(workTreePath(path))
    removeEmptyFolders(of: path)
  }

  /// Removes the folders along a path that are empty, but for the store's own.
  func removeEmptyFolders(of path: String) {
    var folder = path[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      if folder + "/" == prefix { return }
      File.removeIfEmpty(workTreePath(String(folder)))
    }
  }
}

/// A file of the work tree before and after a transaction, as the journal records it.
package struct InstalledFile: Equatable {
  /// In the repository.
  package let path: String
  /// The ids of the bytes before and after, or of a link's target; nil for no file.
  let old: ObjectID?
  var new: ObjectID?
  /// What the file was before: plain, executable or a link.
  let oldMode: FileMode

  package init(path: String, old: ObjectID?, new: ObjectID?, oldMode: FileMode = .file) {
    (self.path, self.old, self.new, self.oldMode) = (path, old, new, oldMode)
  }

  private static let signs: [(mode: FileMode, sign: Substring)] = [
    (.file, "-"), (.executable, "x"), (.link, "l"),
  ]

  var text: String {
    let sign = InstalledFile.signs.first { $0.mode == oldMode }?.sign ?? "-"
    return "\(old?.hex ?? "none") \(new?.hex ?? "none") \(sign) \(path)"
  }

  /// Nil for anything else.
  init?(text: String) {
    // Split by bytes: Swift takes a blank and an accent after it for one character.
    let words = text.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard words.count == 4, !words[3].isEmpty,
      let mode = InstalledFile.signs.first(where: { $0.sign == words[2] })?.mode
    else { return nil }
    (old, new) = (ObjectID(hex: String(words[0])), ObjectID(hex: String(words[1])))
    guard old != nil || words[0] == "none", new != nil || words[1] == "none" else { return nil }
    oldMode = mode
    path = String(words[3])
  }
}
