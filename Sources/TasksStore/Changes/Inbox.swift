import Git
import Platform
import TasksCore

/// The files at the store's top that phones and editors add tasks to, `inbox.org` and `inbox.md`, and the way of their
/// entries into the list `inbox`.
package struct Inbox {
  /// In the commit of the files as they were found. An undo passes it over: what is written there is in no task.
  static let foundTrailer = "Tasks-Inbox"

  private let store: TaskStore

  package init(of store: TaskStore) { self.store = store }

  private struct Found {
    /// In the store.
    let path: String
    let format: Format
    let bytes: [UInt8]
    let file: InboxFile
    /// Those that an undo has not brought back.
    var entries: [InboxFile.Entry]
  }

  /// The files with entries, and how many each has.
  package var waiting: [(path: String, count: Int)] {
    read().map { ($0.path, $0.entries.count) }
  }

  /// How many entries stay where they are since an undo.
  package var keptCount: Int { marks.intersection(kept).count }

  /// Why nothing is taken from a file, a sentence for each.
  package var faults: [String] {
    store.settings.inbox.files.compactMap { name in
      let path = store.root + "/" + name
      guard let kind = File.kind(path) else { return nil }
      if kind != .regular { return "nothing is taken from \(name): it is not a regular file" }
      return access(path, R_OK) == 0 ? nil : "nothing is taken from \(name): it cannot be read"
    }
  }

  // MARK: Entries that an undo has brought back

  private var keptFile: String { store.notesFolder + "/inbox-kept" }

  private func mark(_ entry: InboxFile.Entry) -> String {
    String(entry.text.withUnsafeBytes { ByteHash.of($0) }, radix: 16)
  }

  private var kept: Set<String> {
    let text = (try? StoreFile.read(keptFile)).map { String(decoding: $0, as: UTF8.self) }
    return Set(text?.split(separator: "\n").map(String.init) ?? [])
  }

  var marks: Set<String> { Set(read(all: true).flatMap(\.entries).map(mark)) }

  /// Leaves the entries where they are that an undo has brought back, until they are changed.
  ///
  /// - Parameter before: Those that there were before the undo.
  func keep(notIn before: Set<String>) {
    let now = marks
    let left = kept.intersection(now).union(now.subtracting(before))
    try? StoreFile.write(
      Array(left.sorted().joined(separator: "\n").utf8), to: keptFile, durable: false)
  }

  /// Makes tasks of the entries and takes them out of their files, in a commit of its own.
  ///
  /// Nothing is taken against a hook of the user, or from a file that another program is
  /// writing; the next command tries again.
  package func absorb() throws {
    let found = read()
    guard !found.isEmpty, store.repository.ongoingOperation() == nil else { return }
    do {
      try commitAsTheyAre(found)
      var refused: [String] = []
      let write = StoreWrite(
        store: store, verb: "inbox",
        headline: { "inbox: absorb \($0.counted("task"))" }, asksHooks: true,
        takesIn: true)
      let report = try write.run { reading in
        refused = []
        for file in found {
          guard try StoreFile.readIfThere(store.root + "/" + file.path) == file.bytes else {
            return []
          }
        }
        var new = NewTasks(in: store, after: reading)
        return found.flatMap { changes(of: $0, &new, &refused) }
      }
      for change in report.changed { change.new.map(moveAttachments) }
      let count = report.changed.count
      let names = found.map(\.path).joined(separator: " and ")
      if count > 0 {
        // An entry may name another list.
        let lists = report.changed.compactMap { $0.new?.list.map(ControlCharacters.escaped) }
          .uniqued()
        store.context.say(
          "took \(count.counted("task")) from \(names) into the "
            + (lists.count == 1 ? "list " : "lists ") + lists.joined(separator: ", "))
      }
      for reason in refused { store.context.say("an entry stays in the inbox: \(reason)") }
    } catch let error as StoreError where error.isRefusal {
      store.context.say("the inbox stays as it is: \(error.description)")
    }
  }

  private func changes(
    of found: Found, _ new: inout NewTasks, _ refused: inout [String]
  ) -> [Change] {
    var taken: [InboxFile.Entry] = []
    var changes: [Change] = []
    // Two devices that take in the same file, before either knows of the other, make the same tasks of it.
    let digest = TaskID(digesting: found.bytes)
    for (number, entry) in found.entries.enumerated() {
      do {
        let tasks = try documents(of: entry, found.format, number: "\(number) of \(digest)", &new)
        changes += tasks.map { .addDocument($0) }
        taken.append(entry)
      } catch {
        refused.append(StoreError(error).description)
      }
    }
    if taken.isEmpty { return [] }
    return changes + [
      .text(path: found.path, old: found.bytes, content: found.file.without(taken))
    ]
  }

  /// The task of an entry, and those of the Org headings below it that are tasks, each a child of the one above it.
  private func documents(
    of entry: InboxFile.Entry, _ format: Format, number: String, _ new: inout NewTasks
  ) throws -> [any TaskDocument] {
    let keywords = store.settings.workflow.keywords.map(\.state.keyword)
    let parts =
      format == .org ? TaskSubtree.parts(of: entry.text, keywords) : [(entry.text, nil)]
    var documents: [any TaskDocument] = []
    for (place, part) in parts.enumerated() {
      let id = TaskID(digesting: Array((number + (place > 0 ? ".\(place)" : "")).utf8))
      let document = try new.document(part.text, format: format, in: "inbox", spare: id)
      let parent = part.parent.map { documents[$0].task.id }
      documents.append(try parent.map { try document.applying([.parent($0)]) } ?? document)
    }
    return documents
  }

  /// Moves what Org has attached to an entry to where it looks for it now, beside the file of the task.
  private func moveAttachments(of task: Task) {
    let (id, folder) = (task.id.text.string, task.path.names().dropLast().joined(separator: "/"))
    guard id.utf8.count > 2, !folder.isEmpty else { return }
    let place = "/data/\(id.prefix(2))"
    let (old, new) = (store.root + place, store.root + "/" + folder + place)
    let name = "/\(id.dropFirst(2))"
    guard File.kind(old + name) == .folder, File.isMissing(new + name) else { return }
    try? File.makeFolder(new)
    try? File.rename(old + name, to: new + name)
    File.removeIfEmpty(old)
  }

  /// Commits the files with their entries, as hand edits are, so that an undo can bring them back.
  private func commitAsTheyAre(_ found: [Found]) throws {
    guard store.settings.autocommit else { return }
    try store.locked { writer in
      try Recovery(store).run()
      let snapshot = try Snapshot(store.repository)
      let files = try found.compactMap { found -> FileEdit? in
        let path = store.prefix + found.path
        let committed = try snapshot.tree.flatMap { try store.repository.entry(path, inTree: $0) }
        if try committed?.id == store.repository.idToCommit(found.bytes, at: path) { return nil }
        return FileEdit.asItIs(
          FileContent(
            path: path, content: found.bytes, mode: try store.repository.modeToCommit(path)))
      }
      guard !files.isEmpty else { return }
      let message = CommitMessage.text(
        verb: "edited by hand", operation: "edit", changed: [], device: store.clone,
        extra: [(Inbox.foundTrailer, "found")])
      let commit = try FileCommit(
        files, message: message, operation: "edited by hand", in: store, writer, from: snapshot)
      if try commit.prepare() { _ = try commit.finish() }
      try Recovery(store).run()
    }
  }

  // MARK: Reading

  /// The files with entries to take.
  ///
  /// - Parameter all: Whether those that an undo has brought back are among them.
  private func read(all: Bool = false) -> [Found] {
    store.settings.inbox.files.compactMap { name in
      do throws(ReadError) {
        guard var found = try read(name) else { return nil }
        let kept = all ? [] : kept
        if !kept.isEmpty { found.entries.removeAll { kept.contains(mark($0)) } }
        return found.entries.isEmpty ? nil : found
      } catch {
        store.context.say("nothing is taken from \(name): \(error.reason)")
        return nil
      }
    }
  }

  /// Returns nil for a file without entries, and for one that is being written.
  private func read(_ name: String) throws(ReadError) -> Found? {
    let path = store.root + "/" + name
    guard File.kind(path) != nil, File.size(path) != 0, let format = Format(path: name) else {
      return nil
    }
    let stamp = FileStamp(ofFile: path)
    let bytes = try StoreFile.read(path, limit: TaskReader.largestFile)
    try TaskReader.checkSize(bytes)
    guard FileStamp(ofFile: path) == stamp else { return nil }
    // A Markdown file with a status is a task itself.
    if format == .markdown, try store.parse(bytes, path: name) != nil { return nil }
    if let line = bytes.split(separator: 0x0A).first(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
      throw .failed("it has conflicts from a merge (\(String(decoding: line, as: UTF8.self)))")
    }
    let file = InboxFile(
      bytes, format: format, below: store.settings.inbox.place, holdsLists: true,
      keywords: store.settings.keywords,
      workflow: store.settings.workflow)
    return file.entries.isEmpty
      ? nil : Found(path: name, format: format, bytes: bytes, file: file, entries: file.entries)
  }
}
