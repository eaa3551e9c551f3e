import Git
import Platform
import TasksCore

/// What others have done in a folder of plain files since this clone has read it last, as changes to the store.
///
/// A task is known by its id, whatever its file is named, and each changed file is merged with what the store has, on the
/// base of what the folder was known to have. Nothing here removes a task for good: a file that is missing is a deletion
/// that can be restored.
struct PlainFindings {
  private(set) var changes: [Change] = []
  /// The files whose contents are in the store once `changes` are.
  private(set) var seen: [PlainFile] = []
  /// Paths of known files that are gone.
  private(set) var gone: [String] = []
  private(set) var waiting: [String: String] = [:]
  /// What people are to be told, each the end of a sentence about a file.
  private(set) var remarks: [(path: String, text: String)] = []
  /// The new tasks in the folder.
  private(set) var new: Set<TaskID> = []

  private let files: PlainFiles
  private let known: KnownFiles
  private let history: PlainFolderHistory
  private let reading: StoreReading
  private let store: TaskStore
  /// The tasks of which there are copies.
  private var copied: Set<TaskID> = []
  private var edited: [String: (old: any TaskDocument, new: any TaskDocument)] = [:]

  /// So many files may be missing without a confirmation, and so many hundredths of all.
  private static let (mostMissing, mostMissingPercent) = (10, 20)

  /// - Parameters:
  ///   - before: What was odd at the last sync.
  ///   - isSure: Whether files that are missing are meant to be, however many.
  ///   - takesNew: Whether new tasks are taken.
  /// - Throws: `invalid` if more are missing than somebody is likely to have removed.
  init(
    _ files: PlainFiles, _ known: KnownFiles, _ history: PlainFolderHistory, before: WaitingFiles,
    _ reading: StoreReading, isSure: Bool, takesNew: Bool, in store: TaskStore
  ) throws {
    (self.files, self.known, self.history) = (files, known, history)
    (self.reading, self.store) = (reading, store)
    for file in files.unreadable { remarks.append((file.path, file.reason.reason)) }
    var copies: [(file: PlainFile, of: Task)] = []
    var others: [(file: PlainFile, document: any TaskDocument)] = []
    for file in files.all.map(known.spelt) where known.entries[file.path]?.id != file.blob {
      guard let document = try document(of: file, before) else { continue }
      if Carrier.isConflictCopy(file.path), let original = original(of: file, document) {
        if let task = reading.task(withID: original) { copies.append((file, task)) }
        // Else the task is new here, and the copy is merged with it by the next sync.
      } else if let place = known.places[document.task.id], place != file.path, files[place] != nil
      {
        remarks.append((file.path, "has the id of another file, \(place)"))
      } else {
        others.append((file, document))
      }
    }
    for (file, document) in others {
      let hasCopies = copies.contains { $0.of.id == document.task.id }
      try take(file, document, hasCopies: hasCopies, takesNew: takesNew)
    }
    for copy in copies { try take(copy: copy.file, of: copy.of) }
    copied = Set(copies.map(\.of.id))
    try lookForMissing(before, isSure: isSure)
    changes += edited.values.sorted { $0.old.task.path < $1.old.task.path }
      .filter { $0.old.bytes != $0.new.bytes }.map { .replace($0.old, with: $0.new) }
  }

  // MARK: Files that are there

  /// Returns the task in a changed or new file; nil for one that is none, or that has to wait.
  private mutating func document(
    of file: PlainFile, _ before: WaitingFiles
  ) throws -> (any TaskDocument)? {
    let old = try known.document(at: file.path)
    let document: (any TaskDocument)?
    do throws(ReadError) {
      document = try store.parse(file.bytes, path: file.path)
    } catch {
      remarks.append((file.path, "cannot be read: \(error.reason)"))
      return nil
    }
    guard let document else {
      // Notes of other kinds may be in the same folder.
      if old != nil { remarks.append((file.path, "is empty, or no task any more")) }
      return nil
    }
    if let old, old.task.hasOwnID, !document.task.hasOwnID {
      remarks.append((file.path, "has lost its id, \(old.task.id.text.string)"))
      return nil
    }
    let isCutOff = file.bytes.last != 0x0A && old?.bytes.last == 0x0A
    if isCutOff, !before.has(file.path, file.blob.hex) {
      waiting[file.path] = file.blob.hex
      remarks.append(
        (file.path, "ends in the middle of a line; if it still does, the next sync takes it so"))
      return nil
    }
    return document
  }

  private mutating func take(
    _ file: PlainFile, _ document: any TaskDocument, hasCopies: Bool, takesNew: Bool
  ) throws {
    let id = document.task.id
    let place = known.places[id]
    guard let task = reading.task(withID: id) else {
      return try take(new: file, document, takesNew: takesNew, since: place)
    }
    let base: [UInt8]?
    if let place, !hasCopies {
      base = try known.document(at: place)?.bytes
    } else if try store.repository.contains(file.blob) {
      // As it was at some time: an older state that was carried here late.
      if task.isDeleted {
        remarks.append(
          (
            file.path,
            "is of a task in the trash, and is removed again; to have it back: tasks restore \(reading.short(task))"
          ))
      }
      return note(file, movedFrom: place)
    } else {
      base = try nearest(to: file.bytes, at: place ?? task.path)
    }
    if try merge(file, into: task, base: base) { note(file, movedFrom: place) }
  }

  private mutating func take(
    new file: PlainFile, _ document: any TaskDocument, takesNew: Bool, since place: String?
  ) throws {
    guard new.insert(document.task.id).inserted else {
      remarks.append((file.path, "has the id of another new file"))
      return
    }
    guard takesNew else { return }
    guard File.kind("\(store.root)/\(file.path)") == nil else {
      remarks.append((file.path, "is the name of another file in the store"))
      return
    }
    changes.append(.addDocument(document))
    note(file, movedFrom: place)
  }

  /// Merges a copy that a program that carries files has made, since two devices had changed the file.
  private mutating func take(copy file: PlainFile, of task: Task) throws {
    if try !store.repository.contains(file.blob) {
      let base = try nearest(to: file.bytes, at: known.places[task.id] ?? task.path)
      guard try merge(file, into: task, base: base) else { return }
    }
    seen.append(file)
  }

  /// Returns the task that a copy is of; nil if its original is not known, nor in the folder.
  private func original(of file: PlainFile, _ document: any TaskDocument) -> TaskID? {
    let id = document.task.id
    if document.task.hasOwnID {
      return known.places[id] != nil || reading.task(withID: id) != nil ? id : nil
    }
    // One made by hand is named by its path.
    guard let format = Format(path: file.path) else { return nil }
    var stem = file.path.dropLast(format.rawValue.count + 1)
    while let last = stem.popLast(), last != "/" {
      guard let there = files["\(stem).\(format.rawValue)"] else { continue }
      return (try? store.parse(there.bytes, path: there.path))?.task.id
    }
    return nil
  }

  private mutating func note(_ file: PlainFile, movedFrom place: String?) {
    seen.append(file)
    if let place, place != file.path { gone.append(place) }
  }

  /// Returns the earlier state of a file that another one was most likely made of.
  private func nearest(to bytes: [UInt8], at path: String) throws -> [UInt8]? {
    LikelyBase.of(bytes, among: try history.versions(of: path))
  }

  /// - Returns: False, with a remark, if the file stays as it is.
  private mutating func merge(
    _ file: PlainFile, into task: Task, base: [UInt8]?
  ) throws -> Bool {
    guard !store.conflicted.contains(store.prefix + task.path) else {
      remarks.append((file.path, "waits for the merge of the task to be finished"))
      return false
    }
    let old = try edited[task.path]?.old ?? reading.document(of: task)
    let ours = edited[task.path]?.new ?? old
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      TaskMerge.Version(bytes, path: file.path, workflow: store.settings.workflow)
    }
    // What was left in the folder is known to others, and has no precedence: all devices are to come to the same.
    let isOwn = !known.isPublished(task) && base != nil
    let outcome = TaskMerge.merge(
      base: base.map(version), ours: TaskMerge.Version(bytes: ours.bytes, document: ours),
      theirs: version(file.bytes), local: isOwn ? .ours : nil, with: store.mergeTools)
    guard case .merged(let bytes, _) = outcome,
      let merged = try store.parse(bytes, path: task.path)
    else {
      remarks.append((file.path, "cannot be merged with the task in the store"))
      return false
    }
    edited[task.path] = (old, merged)
    return true
  }

  // MARK: Files that are missing

  private mutating func lookForMissing(_ before: WaitingFiles, isSure: Bool) throws {
    var missing: [(path: String, task: Task)] = []
    let moved = Set(gone)
    for (path, _) in known.entries where files[path] == nil && !moved.contains(path) {
      if files.isUnread(path) { continue }
      let id = try known.document(at: path)?.task.id
      guard let id, known.places[id] == path, let task = reading.task(withID: id),
        !task.isDeleted, known.isPublished(task), !copied.contains(id)
      else {
        // A copy, a task that is in the trash already, or one that has changed and is written anew.
        gone.append(path)
        continue
      }
      missing.append((path, task))
    }
    missing.sort { $0.path < $1.path }
    let isMuch =
      missing.count > PlainFindings.mostMissing
      || missing.count > 1
        && missing.count * 100 > known.places.count * PlainFindings.mostMissingPercent
    guard isSure || !isMuch else {
      throw StoreError.invalid(
        "\(missing.count) of \(known.places.count) files are missing in the folder; if they are meant to be deleted: tasks sync --yes"
      )
    }
    let context = store.actionContext(reading, changing: Set(missing.map(\.task.id)))
    for (path, task) in missing {
      guard isSure || before.has(path, "") else {
        waiting[path] = ""
        remarks.append((path, "is missing; if it still is, the next sync deletes the task"))
        continue
      }
      let document = try reading.document(of: task)
      changes.append(.edit(document, DeleteTask().edits(for: document, in: context)))
      gone.append(path)
      remarks.append(
        (path, "is missing; to have the task back: tasks restore \(reading.short(task))"))
    }
  }
}
