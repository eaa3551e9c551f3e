/// Encrypts the notes of a task, as org-crypt does (The Org Manual, "Org Crypt").
package struct EncryptNotes: TaskAction {
  package let verb = "encrypt"
  package let past = "encrypted"
  package let group = TaskGroup.all
  /// The names of the keys; nil for those that the task or the store names.
  let keys: [String]?

  /// - Parameter keys: The names of the keys that the notes are to be encrypted to, also if they are encrypted to others.
  package init(to keys: [String]?) { self.keys = keys }

  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    let (task, encryption) = (document.task, context.encryption)
    var edits: [Edit] = []
    if !task.tags.contains(Task.cryptTag) { edits.append(.tags(task.tags + [Task.cryptTag])) }
    if let keys {
      edits.append(
        .property(name: NotesEncryption.keyProperty, value: try encryption.fingerprints(keys)))
    }
    guard !task.notes.isEmpty else { return edits }
    if let keys {
      let text = try encryption.plainNotes(of: task)
      return edits + [.notes(try encryption.encrypted(text, of: task, to: keys))]
    }
    if task.hasEncryptedNotes, !task.hasUnmergedMessages { return edits }
    return edits + [.notes(try encryption.sealedNotes(of: task))]
  }

  package func reversal(of short: String) -> String? { "tasks decrypt \(short)" }
}

/// Makes the notes of a task plain again.
package struct DecryptNotes: TaskAction {
  package let verb = "decrypt"
  package let past = "decrypted"
  package let group = TaskGroup.all

  package init() {}

  package func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    let task = document.task
    var edits: [Edit] = []
    if task.tags.contains(Task.cryptTag) {
      edits.append(.tags(task.tags.filter { $0 != Task.cryptTag }))
    }
    guard task.hasEncryptedNotes else { return edits }
    return edits + [.notes(try context.encryption.plainNotes(of: task))]
  }

  package func reversal(of short: String) -> String? { "tasks encrypt \(short)" }
}
