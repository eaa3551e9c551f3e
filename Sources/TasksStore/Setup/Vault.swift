import Platform
import TasksCore

/// A vault of Obsidian: what its settings and its notes say of tasks, from which a new store in it takes its own.
package struct Vault {
  /// Which notes are tasks.
  package private(set) var notes = NoteRule()
  /// Where new tasks go, as `new.path` has it.
  package private(set) var newPath = "Tasks/{title}.md"
  /// What new tasks start from.
  package private(set) var start: [UInt8] = []
  /// The states of tasks, if TaskNotes has other finished ones.
  package private(set) var keywords: Text?
  /// Whether TaskNotes is used, or notes have the tag `task`: the vault itself is to be the store.
  package private(set) var isOfTasks = false
  /// What of the settings of TaskNotes is not followed.
  package private(set) var unread: [String] = []
  package private(set) var counts = (tasks: 0, notes: 0)
  /// The folder with `.obsidian`, and that of the store in it, with a slash at the end.
  private let top: String
  private let prefix: String
  /// The notes of the store with a status.
  private var found: [any TaskDocument] = []

  /// Returns nil for a folder that is in no vault.
  package init?(at root: String) {
    // The folder may be missing yet.
    var there = root
    while File.isMissing(there), let slash = there.lastSlash, slash > there.startIndex {
      there = String(there[..<slash])
    }
    let root = File.realPath(there) + root.dropping(there)
    var top = root
    while File.kind(top + "/.obsidian") != .folder {
      guard let slash = top.lastSlash, slash > top.startIndex else { return nil }
      top = String(top[..<slash])
    }
    self.top = top
    prefix = top == root ? "" : root.dropping(top + "/") + "/"
    for path in Vault.notes(in: root) {
      counts.notes += 1
      if let bytes = try? StoreFile.read(root + "/" + path, limit: TaskReader.largestFile),
        let document = try? TaskReader.read(bytes, path: path, notes: NoteRule())
      {
        found.append(document)
      }
    }
    if let settings = settings("plugins/tasknotes/data.json") {
      follow(settings)
    } else {
      followNotes()
    }
    counts.tasks = found.count { isTask($0, by: notes) }
  }

  private func isTask(_ note: any TaskDocument, by rule: NoteRule) -> Bool {
    (try? TaskReader.read(note.bytes, path: note.task.path, notes: rule)) != nil
  }

  /// The paths of the Markdown files in a folder that are in no hidden folder.
  private static func notes(in root: String) -> [String] {
    var (folders, paths) = ([""], [String]())
    while let folder = folders.popLast() {
      for (name, kind) in File.names(in: root + "/" + folder) ?? [] where !name.hasPrefix(".") {
        if kind == .folder { folders.append(folder + name + "/") }
        if kind == .regular, Format(path: name) == .markdown { paths.append(folder + name) }
      }
    }
    return paths
  }

  /// A file of settings of Obsidian or a plugin; nil if there is none.
  private func settings(_ name: String) -> JSONValue? {
    (try? StoreFile.read(top + "/.obsidian/" + name, limit: StoreSettings.largestFile))
      .flatMap { try? JSONValue($0) }
  }

  /// Returns a folder of the vault as one of the store, with a slash at the end; nil if it is not in it, or has a name
  /// that a setting cannot hold.
  private func inStore(_ folder: String?) -> String? {
    guard let folder, !folder.contains(","), !folder.contains("{") else { return nil }
    let path = folder.split(separator: "/").joined(separator: "/") + "/"
    guard path != "/", path.begins(with: prefix), path != prefix else { return nil }
    return path.dropping(prefix)
  }

  /// Sets the rule: the words, without the folders of templates and others.
  private mutating func setRule(_ words: [String], without others: [String] = []) {
    let templates = [
      settings("templates.json")?["folder"],
      settings("plugins/templater-obsidian/data.json")?["templates_folder"],
    ]
    let folders = templates.map { $0?.text?.string } + others
    let all = words + folders.compactMap { inStore($0).map { "-" + $0 } }.uniqued()
    let separator = all.contains { $0.contains(" ") } ? ", " : " "
    // A single word with blanks in it needs a comma, too.
    let text = all.joined(separator: separator) + (all.count == 1 && separator == ", " ? "," : "")
    notes = NoteRule(text) ?? notes
  }

  // MARK: Notes

  /// Takes the tag `task`, or the only folder of the notes with states of a store.
  private mutating func followNotes() {
    let tagged = NoteRule("+task")
    var own = found.filter { note in tagged.map { isTask(note, by: $0) } ?? false }
    isOfTasks = !own.isEmpty
    if own.isEmpty {
      own = found.filter { Workflow.standard[$0.task.state.keyword] != nil }
    }
    let folders = own.compactMap { note in
      note.task.path.lastSlash.map { String(note.task.path[...$0]) } ?? ""
    }.uniqued()
    let folder = folders.count == 1 && folders[0] != "" ? inStore(prefix + folders[0]) : nil
    setRule([isOfTasks ? "+task" : folder ?? "+task"])
    if let folder { newPath = folder + "{title}.md" }
    let key = "status: "
    let lines = own.first { $0.task.state == Workflow.standard.first }
      .map { Text(bytes: $0.bytes).lines.map(\.string) }
    let word = lines?.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) } ?? "todo"
    start = Array(
      "---\nstatus: \(Vault.word(word))\n\(isOfTasks || folder == nil ? Vault.tags("task") : "")---\n"
        .utf8)
  }

  // MARK: TaskNotes

  /// Follows the settings of the plugin TaskNotes (its `src/settings/defaults.ts`); what it leaves out is as there.
  private mutating func follow(_ settings: JSONValue) {
    isOfTasks = true
    func text(_ key: Text, _ usual: String) -> String {
      settings[key].text.map(\.string) ?? usual
    }
    let tag = text("taskTag", "task")
    let property = (text("taskPropertyName", ""), text("taskPropertyValue", ""))
    let isByProperty =
      text("taskIdentificationMethod", "tag") == "property" && !property.0.isEmpty
    let excluded = text("excludedFolders", "").split(separator: ",")
    setRule(
      [isByProperty ? "\(property.0):\(property.1)" : "+\(tag)"],
      without: excluded.map { $0.split(separator: " ").joined(separator: " ") })
    let isNamedByTitle =
      settings["storeTitleInFilename"].bool ?? true
      || ["title", "custom"].contains(text("taskFilenameFormat", "zettel"))
    let folder = inStore(text("tasksFolder", "TaskNotes/Tasks")) ?? (prefix.isEmpty ? "Tasks/" : "")
    newPath = folder + (isNamedByTitle ? "{title}.md" : "{id}.md")
    let lines = [
      "status: \(Vault.word(text("defaultTaskStatus", "open")))",
      "priority: \(Vault.word(text("defaultTaskPriority", "normal")))",
      "dateCreated:", "dateModified:",
      isByProperty
        ? "\(property.0): \(Vault.word(property.1))" : String(Vault.tags(tag).dropLast()),
    ]
    start = Array("---\n\(lines.joined(separator: "\n"))\n---\n".utf8)
    followStates(
      settings["customStatuses"].elements, first: text("defaultTaskStatus", "open"))
    let keys: [Text] = [
      "title", "status", "priority", "due", "scheduled", "contexts", "projects", "timeEstimate",
      "completedDate", "dateCreated", "recurrence", "completeInstances",
    ]
    unread = keys.compactMap { key in
      let usual = key == "completeInstances" ? "complete_instances" : key
      let name = settings["fieldMapping"][key].text
      return name.flatMap { $0 == usual || $0.isEmpty ? nil : "\($0) for \(usual)" }
    }
  }

  /// Takes the states that no state here stands for. Those that are not finished take the place of ours for which the
  /// vault has no word: the first is that of new tasks.
  private mutating func followStates(_ states: [JSONValue], first: String) {
    var (open, done): ([String], [String]) = ([], [])
    var (hasOwn, hasDone) = (false, false)
    let usual = StoreSettings.keywords
    for state in states {
      guard let word = state["value"].text, word != "none",
        !word.bytes.contains(where: { $0 <= 0x20 || $0 == 0x28 || $0 == 0x7C })
      else { continue }
      let isFinished = state["isCompleted"].bool == true
      let read = StatusWord.state(of: word, workflow: .standard)
      if read.isDone, !isFinished { continue }
      let known = Workflow.standard[read.keyword] != nil && read.isDone == isFinished
      let spec = usual.open.split(separator: " ").first { $0.hasPrefix("\(read.keyword)(") }
      let keyword = known ? spec.map(String.init) ?? "" : word.string.uppercased()
      if isFinished {
        if known { hasDone = true } else { done.append(keyword) }
      } else if !open.contains(keyword) {
        hasOwn = hasOwn || !known
        open.insert(keyword, at: word.string == first ? 0 : open.count)
      }
    }
    guard hasOwn || !done.isEmpty else { return }
    let finished = hasDone ? [usual.done] + done : done + [usual.done]
    keywords = Text(
      "\(hasOwn ? open.joined(separator: " ") : usual.open) | \(finished.joined(separator: " "))")
  }

  private static func tags(_ tag: String) -> String { "tags:\n  - \(word(tag))\n" }

  /// A word as YAML has it, with quotes if it needs some.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x2F || $0 == 0x5F
    }
    return isPlain && !text.isEmpty ? text : "\"\(text.filter { $0 != "\"" && $0 != "\\" })\""
  }
}
