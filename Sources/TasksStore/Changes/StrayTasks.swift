import Git
import Platform
import TasksCore

/// What other programs have made of task files, put in order: a task that an editor has archived, or moved into another
/// file, is in a file of its own again; one that is nowhere any more is in the trash; and a copy that a program which
/// carries files has made is merged with its original, and goes.
struct StrayTasks {
  private(set) var changes: [PlannedChange] = []
  /// What the user is told once it is committed.
  private(set) var remarks: [String] = []
  private let store: TaskStore
  private let reading: StoreReading
  private let tree: ObjectID?
  /// The contents that files are to have, by path in the store; nil for one that goes.
  private var contents: [String: [UInt8]?] = [:]
  /// A file that has been empty for less than so many seconds may be one that an editor is about to write.
  private static let writingTime = 10

  /// The paths in the store that the changes are about.
  var paths: Set<String> { Set(contents.keys) }

  init(
    _ stray: StrayFiles, _ reading: StoreReading, _ snapshot: Snapshot, in store: TaskStore
  ) throws {
    (self.store, self.reading, tree) = (store, reading, snapshot.tree)
    let changed = stray.changes.filter { $0.kind != .deleted }.map {
      $0.path.dropping(store.prefix)
    }
    for path in reading.misplaced where ConflictCopy.original(of: path) == nil {
      try replace(vacated: path, by: places(of: former(path)?.task.id))
    }
    for path in (changed + stray.untracked).sorted() where Format(path: path) == .org {
      if reading.document(at: path) == nil {
        // Below a heading of its own file, as Org's archive sibling.
        if contents[path] == nil, changed.contains(path) { try replace(vacated: path, by: [path]) }
      } else {
        // One whose file was saved before that into which it was moved.
        let known = try TaskSubtree.ids(in: committed(path) ?? [])
        for id in TaskSubtree.ids(in: (try? bytes(path)) ?? []) where !known.contains(id) {
          guard let task = reading.task(withID: id), task.isDeleted, task.path != path,
            contents[task.path] == nil
          else { continue }
          try replace(vacated: task.path, by: [path])
        }
      }
    }
    for path in reading.misplaced {
      guard let original = ConflictCopy.original(of: path) else { continue }
      let isThere = File.kind(store.root + "/" + original) == .regular
      // Its original has been renamed.
      let task = isThere ? nil : try bytes(path).flatMap { try? store.parse($0, path: path) }?.task
      let place = task.flatMap { reading.task(withID: $0.id)?.path } ?? original
      try merge(copy: path, into: place, formerly: original)
    }
    for path in changed + stray.untracked where reading.document(at: path) != nil {
      if Format(path: path) == .org { try tellOthers(in: path) }
    }
    changes = try contents.sorted { $0.key < $1.key }.map { path, content in
      let seen = try StoreFile.readIfThere(store.root + "/" + path)
      let old = try committed(path).flatMap { try? store.parse($0, path: path) }
      let new = content.flatMap { try? store.parse($0, path: path) }
      return PlannedChange(
        change: ChangedTask(old: old?.task, new: new?.task),
        file: FileEdit(
          content: FileContent(path: store.prefix + path, content: content), seen: seen),
        document: new)
    }
  }

  /// Tells of a heading that an editor has added beside the task of a file, as Org's M-RET does.
  private mutating func tellOthers(in path: String) throws {
    let keywords = store.settings.workflow.keywords.map(\.state.keyword)
    let known = TaskSubtree.others(in: try committed(path) ?? [], keywords)
    let new = TaskSubtree.others(in: try bytes(path) ?? [], keywords).filter {
      !known.contains($0)
    }
    for title in new.prefix(3) {
      remarks.append(
        "'\(ControlCharacters.escaped(title))' is a heading of another task, in \(path), and in no list; tasks add "
          + "makes a task of its own")
    }
    if new.count > 3 { remarks.append("and \(new.count - 3) more in \(path)") }
  }

  private func committed(_ path: String) throws -> [UInt8]? {
    guard let tree, let entry = try store.repository.entry(store.prefix + path, inTree: tree),
      entry.isFile
    else { return nil }
    let bytes: [UInt8] = try OldContents(store).bytes(entry.id, at: store.prefix + path)
    return bytes
  }

  /// Returns what a file is to have so far.
  private func bytes(_ path: String) throws -> [UInt8]? {
    if let content = contents[path] { return content }
    return try StoreFile.readIfThere(store.root + "/" + path)
  }

  // MARK: Tasks that were moved

  /// Returns the task that a file had last.
  private func former(_ path: String) throws -> (any TaskDocument)? {
    let last = try committed(path).flatMap { try? store.parse($0, path: path) }
    return try last
      ?? store.committedVersions(ofFileAt: path).lazy.compactMap { [store] in
        try? store.parse($0, path: path)
      }.first
  }

  /// Returns the files of the store that have an id in them.
  private func places(of id: TaskID?) throws -> [String] {
    guard let id else { return [] }
    return try GitProgram(folder: store.root).run([
      "grep", "-z", "-l", "-I", "--untracked", "--fixed-strings", "-e", id.text.string, "--",
      "*.org", "*.org_archive",
    ]).output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Gives a task that is not in its file any more a file again.
  ///
  /// - Parameter places: The files in which it may be, by path in the store.
  private mutating func replace(vacated path: String, by places: [String]) throws {
    guard let old = try former(path) else { return }
    let isLeft = reading.misplaced.contains(path)
    let name = "'\(ControlCharacters.escaped(old.task.title))'"
    for place in (places + contents.keys.sorted()).uniqued() {
      guard let text = try? bytes(place), let found = TaskSubtree(of: old.task.id, in: text),
        place != path || found.isNested,
        let task = try? store.parse(old.preamble.bytes + found.text, path: path),
        task.task.id == old.task.id
      else { continue }
      let isArchived = found.isArchived || place.hasSuffix("_archive")
      let host = place.hasSuffix("_archive") ? nil : try? store.parse(text, path: place)
      if !isArchived, host?.task.id == old.task.id, place != path {
        if isLeft { contents[path] = .some(nil) }
        return
      }
      var edits: [Edit] = []
      if isArchived {
        edits = [.tags((task.task.tags + [Task.archiveTag]).uniqued())]
        remarks.append("\(name) is archived: it has the tag \(Task.archiveTag), and is in its file")
      } else {
        let parent = found.isNested ? found.parent ?? host?.task.id : nil
        edits = [.parent(parent)]
        let title = parent.flatMap { $0 == host?.task.id ? host?.task : reading.task(withID: $0) }?
          .title
        remarks.append(
          "\(name), which was moved into \(place), is in a file of its own"
            + (title.map { ", as a child of '\(ControlCharacters.escaped($0))'" } ?? ""))
      }
      contents[path] = try task.applying(edits).bytes
      if place != path {
        contents[place] = found.isLast ? .some(nil) : found.rest
      }
      return
    }
    guard isLeft, TaskSubtree.isLeft(in: try bytes(path) ?? [], path: path), !isBeingWritten(path)
    else { return }
    guard !old.task.isDeleted else { return contents[path] = .some(nil) }
    let context = store.actionContext(reading, changing: [old.task.id])
    contents[path] = try old.applying(DeleteTask().edits(for: old, in: context)).bytes
    remarks.append(
      "the file of \(name) was emptied, and the task is in the trash; to have it back: tasks restore \(old.task.id.text)"
    )
  }

  private func isBeingWritten(_ path: String) -> Bool {
    var status = stat()
    return lstat(store.root + "/" + path, &status) == 0 && status.st_size == 0
      && Int(status.st_mtim.tv_sec) > time(nil) - Self.writingTime
  }

  // MARK: Copies

  private mutating func merge(
    copy path: String, into original: String, formerly place: String
  ) throws {
    guard let theirs = try bytes(path), let ours = try bytes(original),
      !store.conflicted.contains(store.prefix + original)
    else { return }
    let versions =
      try store.committedVersions(ofFileAt: original)
      + (place == original ? [] : store.committedVersions(ofFileAt: place))
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      TaskMerge.Version(bytes, path: original, workflow: store.settings.workflow)
    }
    if !versions.contains(theirs) {
      // Each device that has the copy is to come to the same, so that neither side has precedence.
      let outcome = TaskMerge.merge(
        base: LikelyBase.of(theirs, among: versions).map(version), ours: version(ours),
        theirs: version(theirs), local: nil, with: store.mergeTools)
      guard case .merged(let bytes, _) = outcome else {
        return store.context.say(
          "\(path) cannot be merged with \(original), of which it is a copy; join them in an editor"
        )
      }
      contents[original] = bytes
    }
    contents[path] = .some(nil)
    remarks.append(
      "merged \(ControlCharacters.escaped(Text(path))), a copy, into \(ControlCharacters.escaped(Text(original)))"
    )
  }
}
