/// Encrypts the notes of a task, as org-crypt does (The Org Manual, "Org Crypt").
public struct EncryptNotes: TaskAction {
  public let verb = "encrypt"
  public let past = "encrypted"
  public let group = TaskGroup.all
  /// The names of the keys; nil for those that the task or the store names.
  let keys: [String]?

  /// - Parameter keys: The names of the keys that the notes are to be encrypted to, also if they are encrypted to others.
  public init(to keys: [String]?) { self.keys = keys }

  public func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
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

  public func reversal(of short: String) -> String? { "tasks decrypt \(short)" }
}

/// Makes the notes of a task plain again.
public struct DecryptNotes: TaskAction {
  public let verb = "decrypt"
  public let past = "decrypted"
  public let group = TaskGroup.all

  public init() {}

  public func edits(for document: any TaskDocument, in context: ActionContext) throws -> [Edit] {
    let task = document.task
    var edits: [Edit] = []
    if task.tags.contains(Task.cryptTag) {
      edits.append(.tags(task.tags.filter { $0 != Task.cryptTag }))
    }
    guard task.hasEncryptedNotes else { return edits }
    return edits + [.notes(try context.encryption.plainNotes(of: task))]
  }

  public func reversal(of short: String) -> String? { "tasks encrypt \(short)" }
}
