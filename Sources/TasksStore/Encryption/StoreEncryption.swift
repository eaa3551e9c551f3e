import TasksCore

extension TaskStore {
  /// How the notes of the store's tasks are encrypted and read.
  public var encryption: NotesEncryption {
    NotesEncryption(cipher, usualKeys: settings.cryptKeys)
  }

  /// What merges the files of the store.
  var mergeTools: MergeTools { MergeTools(lines: TaskMerge.linesAsInGit, cipher: cipher) }

  /// Returns a task with its notes encrypted, if its tags ask for that and they are plain.
  func encrypting(_ document: any TaskDocument) throws -> any TaskDocument {
    let task = document.task
    guard task.hasNotesToEncrypt else { return document }
    return try document.applying([.notes(try encryption.encrypted(task.notes, of: task))])
  }

  /// Returns a task with its notes in plain text, for somebody who asked for that.
  public func decrypting(_ task: Task) throws -> Task {
    guard task.hasEncryptedNotes else { return task }
    var task = task
    task.notes = try encryption.plainNotes(of: task)
    return task
  }

  /// Returns a document with the notes in plain text.
  public func decrypting(_ document: any TaskDocument) throws -> any TaskDocument {
    let task = document.task
    guard task.hasEncryptedNotes else { return document }
    return try document.applying([.notes(try encryption.plainNotes(of: task))])
  }
}
