import Git
import Platform
import TasksCore
import TasksStore

/// What others have done in a folder of plain files since this clone has read it last, as changes to the store.
///
/// A task is known by its id, whatever its file is named, and each changed file is merged with what the store has, on the
/// base of what the folder was known to have. Nothing here removes a task for good: a file that is missing is a deletion
/// that can be restored.
struct FolderChanges {
  private(set) var changes: [Change] = []
  /// The files whose contents are in the store once `changes` are.
  private(set) var seen: [PlainFile] = []
  /// Paths of known files that are gone.
  private(set) var gone: [String] = []
  private(set) var waiting: [String: WaitingFiles.State] = [:]
  /// What people are to be told, each the end of a sentence about a file.
  private(set) var remarks: [(path: String, text: String)] = []
  private(set) var new: Set<TaskID> = []

  private let folder: PlainFolder
  private let files: PlainFiles
  private let known: KnownFiles
  private let before: WaitingFiles
  private let reading: StoreReading
  private let storeNames: Set<String>
  private let copied: Set<TaskID>
  /// Those that are merged, by their paths in the store.
  private var merged: [String: (old: any TaskDocument, new: any TaskDocument)] = [:]

  private var store: TaskStore { folder.store }

  /// So many files may be missing without a confirmation, and so many hundredths of all.
  private static let (maxMissing, maxMissingPercent) = (10, 20)

  /// - Throws: ``SyncFailure/missingFiles(remote:_:of:in:)``.
  init(
    of folder: PlainFolder, _ files: PlainFiles, _ known: KnownFiles, before: WaitingFiles,
    _ reading: StoreReading
  ) throws {
    (self.folder, self.files, self.known) = (folder, files, known)
    (self.before, self.reading) = (before, reading)
    storeNames = Set(reading.paths)
    var copies: [(found: FoundFile, of: Task)] = []
    var others: [FoundFile] = []
    var remarks = files.unreadable.map { ($0.path, "cannot be read: \($0.reason.reason)") }
    var waiting: [String: WaitingFiles.State] = [:]
    for file in files.all.map(known.spelt) where known.entries[file.path]?.id != file.blob {
      switch try FoundFile.read(file, known, before, of: folder.store) {
      case nil: continue
      case .failure(let oddity):
        remarks.append((file.path, oddity.remark))
        waiting[file.path] = oddity.state
      case .success(let found):
        if let task = found.original(in: files, of: folder.store).flatMap(reading.task(withID:)) {
          copies.append((found, task))
        } else if ConflictCopy.original(of: file.path).flatMap({ files[$0] }) != nil {
          // The task is new here: the copy is merged with it when it is known.
          continue
        } else if let place = found.place, place != file.path, files[place] != nil {
          remarks.append(
            (
              file.path,
              "has the id of another file, \(place); give it one of its own, or remove it"
            )
          )
        } else {
          others.append(found)
        }
      }
    }
    copied = Set(copies.map(\.of.id))
    (self.remarks, self.waiting) = (remarks, waiting)
    for found in others { try takeOver(found) }
    for copy in copies { try takeOver(copy: copy.found, of: copy.of) }
    try lookForMissing()
    changes += merged.values.ordered { $0.old.task.path < $1.old.task.path }
      .map { .replace($0.old, with: $0.new) }
  }

  // MARK: Taking over

  private mutating func takeOver(_ found: FoundFile) throws {
    guard let task = reading.task(withID: found.document.task.id) else {
      return try takeOver(new: found)
    }
    let base: [UInt8]?
    if let place = found.place, !copied.contains(task.id) {
      base = try known.document(at: place)?.bytes
    } else {
      let isBack = before.isTrashed(found.file.path)
      if isBack { try restore(task) }
      let versions = try versions(of: task, at: found.place)
      if versions.contains(found.file.bytes) {
        // As it was at some time: an older state that was carried here late.
        if task.isDeleted, !isBack { sayTrashed(found.file, task, "is removed again") }
        return note(found)
      }
      base = LikelyBase.of(found.file.bytes, among: versions)
    }
    if try merge(found.file, into: task, base: base) { note(found) }
  }

  private mutating func takeOver(new found: FoundFile) throws {
    let (file, document) = (found.file, found.document)
    let id = document.task.id
    guard new.insert(id).inserted else {
      return remarks.append((file.path, "has the id of another new file, and is not taken"))
    }
    guard try EncryptedFiles(of: store).find(id.text.string) == nil,
      File.isMissing("\(store.root)/\(file.path).gpg")
    else {
      return remarks.append(
        (file.path, "is not taken: its task is in an encrypted file, and would be plain again"))
    }
    guard !storeNames.contains(file.path), File.isMissing("\(store.root)/\(file.path)") else {
      return remarks.append(
        (file.path, "is not taken: a file of that name in the store has another id"))
    }
    // With its id in it, an app may rename it.
    changes.append(
      .addDocument(document.task.hasOwnID ? document : try document.applying([.id(id)])))
    note(found)
  }

  /// Merges a copy that a program that carries files has made, since two devices had changed the file.
  private mutating func takeOver(copy: FoundFile, of task: Task) throws {
    let versions = try versions(of: task, at: known.places[task.id])
    if !versions.contains(copy.file.bytes) {
      let base = LikelyBase.of(copy.file.bytes, among: versions)
      guard try merge(copy.file, into: task, base: base) else { return }
    }
    seen.append(copy.file)
  }

  private mutating func note(_ found: FoundFile) {
    seen.append(found.file)
    if let place = found.place, place != found.file.path { gone.append(place) }
  }

  /// Brings a task back that is in the trash since its file was missing.
  private mutating func restore(_ task: Task) throws {
    guard task.isDeleted else { return }
    let old = try merged[task.path]?.old ?? reading.document(of: task)
    let context = store.actionContext(reading, changing: [task.id])
    merged[task.path] = (old, try old.applying(RestoreTask().edits(for: old, in: context)))
  }

  /// Returns what a file of a task may have been made of, the latest first: of a folder that this clone has not seen
  /// before, what the store had.
  private func versions(of task: Task, at place: String?) throws -> [[UInt8]] {
    let versions = try folder.history.versions(of: place ?? task.path)
    return try versions.isEmpty ? store.committedVersions(ofFileAt: task.path) : versions
  }

  /// - Returns: False, with a remark, if the file stays as it is.
  private mutating func merge(
    _ file: PlainFile, into task: Task, base: [UInt8]?
  ) throws -> Bool {
    guard !store.conflicted.contains(store.prefix + task.path) else {
      remarks.append((file.path, "waits for the merge of the task to be finished"))
      return false
    }
    let old = try merged[task.path]?.old ?? reading.document(of: task)
    let ours = merged[task.path]?.new ?? old
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      TaskMerge.Version(bytes, path: file.path, workflow: store.settings.workflow)
    }
    // What was left in the folder is known to others, and has no precedence: all devices are to come to the same.
    let isOwn = try !known.isPublished(task)
    let outcome = TaskMerge.merge(
      base: base.map(version), ours: TaskMerge.Version(bytes: ours.bytes, document: ours),
      theirs: version(file.bytes), local: isOwn ? .ours : nil, with: store.mergeTools)
    guard case .merged(let bytes, _) = outcome,
      let new = try store.parse(bytes, path: task.path)
    else {
      remarks.append((file.path, "cannot be merged with the task in the store, and is left"))
      return false
    }
    merged[task.path] = (old, new)
    if new.task.isDeleted { sayTrashed(file, task, "its changes are there") }
    return true
  }

  private mutating func sayTrashed(_ file: PlainFile, _ task: Task, _ what: String) {
    remarks.append(
      (
        file.path,
        "is of a task in the trash, and \(what); to have it back: tasks restore \(reading.short(task))"
      ))
  }

  // MARK: Files that are missing

  private mutating func lookForMissing() throws {
    var missing: [(path: String, task: Task)] = []
    let moved = Set(gone)
    for path in known.entries.keys.sorted()
    where files[path] == nil && !moved.contains(path) && !files.isUnread(path) {
      guard let id = try known.document(at: path)?.task.id, known.places[id] == path,
        let task = reading.task(withID: id), !task.isDeleted, !copied.contains(id)
      else {
        // A copy, or a task that is gone here too.
        gone.append(path)
        continue
      }
      if try known.isPublished(task) {
        missing.append((path, task))
      } else {
        gone.append(path)
        remarks.append((path, "is missing, but the task was changed here: it is written again"))
      }
    }
    let isMuch =
      missing.count > FolderChanges.maxMissing
      || missing.count > 1
        && missing.count * 100 > known.places.count * FolderChanges.maxMissingPercent
    guard folder.isSure || !isMuch else {
      throw SyncFailure.missingFiles(
        remote: folder.name, missing.map(\.path), of: known.places.count, in: folder.path)
    }
    let context = store.actionContext(reading, changing: Set(missing.map(\.task.id)))
    for (path, task) in missing {
      guard folder.isSure || before.was(path, .missing) else {
        waiting[path] = .missing
        remarks.append((path, "is missing; if it still is, the next sync deletes the task"))
        continue
      }
      let document = try reading.document(of: task)
      changes.append(.edit(document, DeleteTask().edits(for: document, in: context)))
      gone.append(path)
      waiting[path] = .trashed
      remarks.append(
        (
          path,
          "is missing, and its task is in the trash; to have it back: tasks restore \(reading.short(task))"
        ))
    }
    for path in before.trashed where files[path] == nil { waiting[path] = .trashed }
  }
}
