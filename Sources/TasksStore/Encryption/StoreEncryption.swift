import Platform
import TasksCore

extension TaskStore {
  var encryption: NotesEncryption {
    NotesEncryption(cipher, usualKeys: settings.cryptKeys)
  }

  package var mergeTools: MergeTools {
    MergeTools(lines: TaskMerge.linesAsInGit, cipher: cipher) { [fields] in fields }
  }

  /// Tells that what is encrypted now was not so before.
  ///
  /// - Parameter what: `the notes of 'Bank' were`.
  func sayHistoryIsPlain(_ what: String) {
    context.say(
      "\(what) not encrypted before, and the history of each clone still has the plain text; how to take it out: "
        + "tasks help encryption")
  }

  /// The changes after which nothing imported can be read of some notes, and nothing at all of some tasks.
  func forgettingImported(
    notes: Set<TaskID> = [], tasks: Set<TaskID> = []
  ) throws -> [Change] {
    try (File.names(in: "\(root)/\(ImportRecords.folder)") ?? []).compactMap { name, _ in
      let path = "\(ImportRecords.folder)/\(name)"
      let bytes = try StoreFile.read("\(root)/\(path)")
      var records = ImportRecords(bytes)
      guard records.forget(notes: notes, tasks: tasks) else { return nil }
      return .text(path: path, old: bytes, content: records.bytes)
    }
  }

  /// Tells of notes that stay plain although their task has the tag of encrypted ones.
  func sayNotEncrypted(_ task: Task, because reason: String? = nil) {
    let title = ControlCharacters.escaped(task.title)
    context.say(
      "the notes of '\(title)' have the tag crypt and are not encrypted"
        + (reason.map { ": \($0)" } ?? "; do it with: tasks encrypt \(task.id.text)"))
  }

  /// Returns a task with its notes encrypted, if its tags ask for that and they are plain.
  func encrypting(_ document: any TaskDocument) throws -> any TaskDocument {
    let task = document.task
    guard task.hasNotesToEncrypt else { return document }
    return try document.applying([.notes(try encryption.sealedNotes(of: task))])
  }

  /// Returns a task with its notes in plain text, for somebody who asked for that.
  package func decrypting(_ task: Task) throws -> Task {
    guard task.hasEncryptedNotes else { return task }
    var task = task
    task.notes = try encryption.plainNotes(of: task)
    return task
  }

  package func decrypting(_ document: any TaskDocument) throws -> any TaskDocument {
    let task = document.task
    guard task.hasEncryptedNotes else { return document }
    return try document.applying([.notes(try encryption.plainNotes(of: task))])
  }
}
