import TasksCore

/// The values that merges dropped from a task, as a command names them.
public struct DroppedValues {
  public let all: [DroppedEntry]
  private let document: any TaskDocument

  public init(_ document: any TaskDocument) {
    self.document = document
    all = DroppedEntry.all(in: document)
  }

  /// The value of a field; without a name the only one there is.
  ///
  /// - Throws: `invalid` when there is none, or several and no name.
  public func value(of field: Text?) throws(StoreError) -> DroppedEntry {
    let found = all.filter { value in field.map { value.field.isSameName(as: $0) } ?? true }
    let title = Visible.text(document.task.title)
    guard let first = found.first else {
      throw .invalid(
        "no merge dropped \(field.map { "the \(Visible.text($0))" } ?? "a value") of “\(title)”")
    }
    guard found.count == 1 || field != nil else {
      let names = found.map { Visible.text($0.field) }.joined(separator: ", ")
      throw .invalid("merges dropped several values of “\(title)”; name the field: \(names)")
    }
    return first
  }

  /// The change that puts a dropped value back; the one it replaces is noted in its place.
  ///
  /// - Throws: `invalid` for a file that takes it nowhere.
  public func taking(_ value: DroppedEntry, now: Timestamp) throws(StoreError) -> Change {
    guard let taken = value.taken(in: document, now: now) else {
      throw .invalid(
        "the value of \(Visible.text(value.field)) cannot be written here; change it with: tasks edit"
      )
    }
    // A task made by hand gets its id with its first change.
    let id = document.task.id
    let isOwn = document.task.hasOwnID
    return .replace(document, with: isOwn ? taken : (try? taken.applying([.id(id)])) ?? taken)
  }

  /// The change that forgets a dropped value.
  public func forgetting(_ value: DroppedEntry) -> Change {
    .edit(document, value.forgetting(in: document.task))
  }
}
