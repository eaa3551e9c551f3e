import Git
import Platform
import TasksCore

/// A file of a change that stands in the work tree before the branch moves, and that is as it was again if nothing
/// comes of the change.
struct InstalledFile: Equatable {
  /// In the repository.
  let path: String
  /// What was there and what is shown, as ids of the bytes themselves; nil for nothing.
  let old: ObjectID?
  var new: ObjectID?
  /// What the file was: a plain one, an executable or a link.
  let oldMode: FileMode

  init(path: String, old: ObjectID?, new: ObjectID?, oldMode: FileMode = .file) {
    (self.path, self.old, self.new, self.oldMode) = (path, old, new, oldMode)
  }

  private static let signs: [(mode: FileMode, sign: Substring)] = [
    (.file, "-"), (.executable, "x"), (.link, "l"),
  ]

  /// For the record of the change.
  var text: String {
    let sign = InstalledFile.signs.first { $0.mode == oldMode }?.sign ?? "-"
    return "\(old?.hex ?? "none") \(new?.hex ?? "none") \(sign) \(path)"
  }

  /// Nil for anything else.
  init?(text: String) {
    // By bytes: the path may begin with an accent, which is one character with the blank.
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

extension TaskStore {
  /// What was in the place of a shown file, out of the sight of hooks that take up all they find in the work tree.
  func oldCopyPath(_ number: Int) -> String { "\(ownFolder)/old.\(number)" }

  /// What is to be known of files before they are shown.
  func willShow(_ files: [FileEdit]) -> [InstalledFile] {
    files.map { file in
      InstalledFile(
        path: file.path, old: file.seen.map { repository.id(ofBlob: $0) },
        new: file.content.content.map { repository.id(ofBlob: $0) },
        oldMode: File.isMarkedExecutable(workTreePath(file.path)) ? .executable : .file)
    }
  }

  /// Puts files in place that wait beside it, and takes away those that are to go; what was there is kept until the
  /// change has landed.
  ///
  /// What somebody saved there this very moment comes back, as an edit on top of the change.
  func show(_ files: ArraySlice<InstalledFile>) throws(StoreError) {
    for number in files.indices {
      let file = files[number]
      let (path, waiting) = (workTreePath(file.path), workTreePath(Journal.waiting(file.path)))
      if file.new == nil {
        guard File.kind(path) != nil else {
          try takeAway(file.path)
          continue
        }
        try StoreFile.rename(path, to: waiting)
      } else if !FileExchange.exchange(waiting, path) {
        if let there = try idOfFile(path), there != file.old, there != file.new {
          try StoreFile.remove(waiting)
          saySaved(file)
        } else {
          try copy(path, to: oldCopyPath(number))
          try StoreFile.rename(waiting, to: path)
        }
        continue
      }
      let displaced = try idOfFile(waiting)
      if displaced == file.old || displaced == file.new {
        try keep(waiting, at: oldCopyPath(number))
        if file.new == nil { try takeAway(file.path) }
      } else {
        try StoreFile.rename(waiting, to: path)
        saySaved(file)
      }
    }
  }

  /// The change has landed, or is taken back.
  func removeCopies(of files: [InstalledFile]) throws(StoreError) {
    for (number, file) in files.enumerated() where file.old != nil {
      let copy = oldCopyPath(number)
      FileWriters.waitUntilNone(of: copy)
      let kept = try idOfFile(copy)
      if kept == nil || kept == file.old || kept == file.new {
        try StoreFile.remove(copy)
      } else {
        try bringBack(copy, to: file)
      }
    }
  }

  /// Whoever had opened the file before it was replaced, and saved it since, has saved what was in its place: it comes
  /// back, as an edit on top of the change, or beside what has been saved in its place meanwhile.
  private func bringBack(_ copy: String, to file: InstalledFile) throws(StoreError) {
    let path = workTreePath(file.path)
    if try idOfFile(path) == file.new, FileExchange.exchange(copy, path) || file.new == nil {
      if file.new == nil {
        if let slash = path.lastSlash { try StoreFile.makeFolder(String(path[..<slash])) }
        try StoreFile.rename(copy, to: path)
      }
      saySaved(file)
      let replaced = try idOfFile(copy)
      if replaced == nil || replaced == file.new { return try StoreFile.remove(copy) }
    }
    let aside = freeName(beside: file.path)
    try StoreFile.rename(copy, to: workTreePath(aside))
    context.say(
      "what was saved of \(Visible.text(Text(file.path))) meanwhile is in \(Visible.text(Text(aside)))"
    )
  }

  private func saySaved(_ file: InstalledFile) {
    context.say("\(Visible.text(Text(file.path))) was saved meanwhile, and stays as it was saved")
  }

  private func keep(_ file: String, at copy: String) throws(StoreError) {
    do throws(StoreError) {
      try StoreFile.rename(file, to: copy)
    } catch {
      // On another file system.
      try self.copy(file, to: copy)
      try StoreFile.remove(file)
    }
  }

  /// As a whole or not at all: what is half there would be taken for what somebody has saved.
  private func copy(_ file: String, to copy: String) throws(StoreError) {
    if File.addName(copy, to: file) { return }
    guard let there = try StoreFile.readIfThere(file) else { return }
    try StoreFile.write(there, to: copy + ".new", modeOf: file, durable: false)
    try StoreFile.rename(copy + ".new", to: copy)
  }

  /// Puts back what was in the place of shown files.
  ///
  /// - Parameters:
  ///   - others: The paths of those that stay as they are.
  ///   - puttingAside: Whether what a hook, or somebody in an editor, has made of one since is put beside it, and what
  ///     a hook has deleted comes back; else that stays, as an edit of what was there.
  func takeBack(
    _ files: [InstalledFile], besides others: Set<String> = [], puttingAside: Bool
  ) throws {
    for (number, file) in files.enumerated() { try clearWaiting(file, number) }
    let files = files.enumerated().filter { !others.contains($0.element.path) }
    // A new file may stand where a folder was, and have one where a file was.
    for (_, file) in files where file.old == nil {
      let path = workTreePath(file.path)
      if let there = try idOfFile(path), there != file.new {
        if puttingAside { try putAside(file.path) }
      } else if File.kind(path) != .folder {
        try takeAway(file.path)
      }
    }
    for (number, file) in files {
      guard let old = file.old else { continue }
      let path = workTreePath(file.path)
      let there = try idOfFile(path)
      let hasOldMode =
        file.oldMode == .link
        || File.isMarkedExecutable(path) == (file.oldMode == .executable)
      if there == file.old, hasOldMode { continue }
      if there != file.old, there != file.new {
        guard puttingAside, try hasOld(number, file) else { continue }
        if there != nil { try putAside(file.path) }
      }
      try putBack(number, file, old)
    }
  }

  /// What waits beside a file's place goes, unless it has just been taken out of it: then it is kept, and where
  /// somebody saved it at that moment, it comes back.
  private func clearWaiting(_ file: InstalledFile, _ number: Int) throws {
    let (path, waiting) = (workTreePath(file.path), workTreePath(Journal.waiting(file.path)))
    // A folder was never ours.
    guard let kind = File.kind(waiting), kind != .folder else { return }
    let displaced = try idOfFile(waiting)
    guard try idOfFile(path) == file.new, displaced != file.new else {
      return try StoreFile.remove(waiting)
    }
    if displaced == file.old {
      try keep(waiting, at: oldCopyPath(number))
    } else {
      try StoreFile.rename(waiting, to: path)
      saySaved(file)
    }
  }

  /// False for what was lost with the machine's power; then it is in the last commit, and what is there counts as an
  /// edit.
  private func hasOld(_ number: Int, _ file: InstalledFile) throws -> Bool {
    guard let old = file.old else { return true }
    return try idOfFile(oldCopyPath(number)) == old || repository.contains(old)
  }

  private func putBack(_ number: Int, _ file: InstalledFile, _ old: ObjectID) throws {
    let (path, copy) = (workTreePath(file.path), oldCopyPath(number))
    if try idOfFile(copy) != old {
      guard try repository.contains(old) else { return }
      let bytes = try repository.blob(old)
      // Not beside its place: what waits there is looked at by whoever comes next.
      if file.oldMode == .link {
        try StoreFile.link(copy, to: bytes)
      } else {
        try StoreFile.write(bytes, to: copy + ".new", modeOf: path, durable: settings.isDurable)
        try StoreFile.rename(copy + ".new", to: copy)
      }
    }
    if let slash = path.lastSlash { try StoreFile.makeFolder(String(path[..<slash])) }
    do throws(StoreError) {
      try StoreFile.rename(copy, to: path)
    } catch {
      // On another file system.
      guard let bytes = try? StoreFile.read(copy) else { throw error }
      try place(bytes, at: file.path)
    }
    if file.oldMode != .link { try StoreFile.setExecutable(path, file.oldMode == .executable) }
  }

  /// The id of a file's bytes, or of what a link says; nil where there is neither.
  ///
  /// - Throws: `unreadable`.
  func idOfFile(_ path: String) throws(StoreError) -> ObjectID? {
    let bytes = try StoreFile.readIfThere(path) ?? File.linkTarget(path)
    return bytes.map { repository.id(ofBlob: $0) }
  }

  private func putAside(_ path: String) throws {
    let aside = freeName(beside: path)
    try StoreFile.rename(workTreePath(path), to: workTreePath(aside))
    context.say(
      "what became of \(Visible.text(Text(path))) meanwhile is in \(Visible.text(Text(aside)))")
  }
}
