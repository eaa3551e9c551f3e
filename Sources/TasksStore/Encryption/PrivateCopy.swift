import Platform
import TasksCore

/// A copy of a task with its notes in plain text, for an editor, where nobody else can read it and, if the system has
/// such a place, in memory.
package struct PrivateCopy {
  /// Absolute.
  package let path: String
  private let folder: String
  private let store: TaskStore
  private let document: any TaskDocument
  private let plain: any TaskDocument
  /// The file that the task is in, if it is encrypted as a whole.
  private let file: (path: String, bytes: [UInt8], content: EncryptedFile)?

  /// - Throws: ``CipherError``.
  package init(of document: any TaskDocument, in store: TaskStore) throws {
    try self.init(document, try store.decrypting(document), nil, store)
  }

  /// - Parameter path: Of a file that is encrypted as a whole.
  package init(ofFile path: String, in store: TaskStore) throws {
    let bytes = try store.contents(path)
    let file = try EncryptedFiles(of: store).file(path)
    try self.init(file.document, file.document, (path, bytes, file), store)
  }

  private init(
    _ document: any TaskDocument, _ plain: any TaskDocument,
    _ file: (path: String, bytes: [UInt8], content: EncryptedFile)?, _ store: TaskStore
  ) throws {
    (self.store, self.document, self.plain, self.file) = (store, document, plain, file)
    folder = try PrivateCopy.makeFolder(in: store)
    path = "\(folder)/\(document.task.path.names().last ?? "task")"
    try StoreFile.write(plain.bytes, to: path, durable: false)
    chmod(path, 0o600)
  }

  /// Makes a folder that nobody else can read, in memory if the system has such a place.
  static func makeFolder(in store: TaskStore) throws(StoreError) -> String {
    let variable = store.context.variable
    let places = [variable("XDG_RUNTIME_DIR"), "/dev/shm", variable("TMPDIR"), "/tmp"]
    guard let folder = PrivateFolder.make(inFirstOf: places.compactMap(\.self)) else {
      throw .invalid("there is no place for a private file; set XDG_RUNTIME_DIR to one")
    }
    return folder
  }

  /// Commits the task as edited, with its notes encrypted to those who could read them before, and removes the copy with
  /// what the editor has left beside it. What others have changed meanwhile is merged. A text that is as it was changes
  /// nothing.
  ///
  /// - Throws: `invalid`, and leaves the copy, if the text is no longer this task.
  package func finish() throws -> WriteReport {
    do {
      let edited = try edited()
      let report = try store.write("edit") { reading in
        guard let edited else { return [] }
        if let file { return [try change(of: file, edited)] }
        return [
          .replace(try reading.document(document.task.path), with: try merged(edited, reading))
        ]
      }
      remove()
      return report
    } catch {
      throw StoreError.invalid(
        "the edited text cannot be taken: \(PrivateCopy.reason(error)); it is in \(path)")
    }
  }

  /// Removes the copy if nothing in it has changed; returns whether it is gone.
  package func removeUnchanged() -> Bool {
    let isSame = (try? StoreFile.read(path)) == plain.bytes
    if isSame { remove() }
    return isSame
  }

  private func remove() { PrivateFolder.remove(folder) }

  /// The task as edited, encrypted; nil if nothing has changed.
  private func edited() throws -> (any TaskDocument)? {
    let bytes = try StoreFile.read(path)
    guard bytes != plain.bytes else { return nil }
    guard let edited = try store.parse(bytes, path: document.task.path),
      edited.task.id == document.task.id
    else { throw ReadError.failed("it is not this task any more") }
    let task = edited.task
    if file != nil { return edited }
    // Only `decrypt` makes them plain: a tag is soon lost in an editor.
    guard !task.notes.isEmpty else { return edited }
    let notes = try store.encryption.rewritten(document.task, as: task.notes)
    return try edited.applying([.notes(notes)])
  }

  /// Encrypts a whole file again; one that has changed meanwhile is not replaced.
  private func change(
    of file: (path: String, bytes: [UInt8], content: EncryptedFile), _ edited: any TaskDocument
  ) throws -> Change {
    guard try store.contents(file.path) == file.bytes else {
      throw ReadError.failed("the file has changed meanwhile")
    }
    let content = try file.content.sealed(edited.bytes)
    return .text(path: file.path, old: file.bytes, content: content)
  }

  private func merged(
    _ edited: any TaskDocument, _ reading: StoreReading
  ) throws -> any TaskDocument {
    let current = try reading.document(document.task.path)
    let merge = TaskMerge.merge(
      base: .init(bytes: document.bytes, document: document),
      ours: .init(bytes: edited.bytes, document: edited),
      theirs: .init(bytes: current.bytes, document: current), local: .ours, with: store.mergeTools)
    guard case .merged(let bytes, _) = merge,
      let merged = try store.parse(bytes, path: document.task.path)
    else { throw ReadError.failed("the task has changed meanwhile") }
    return merged
  }

  private static func reason(_ error: any Error) -> String {
    (error as? CipherError)?.message ?? (error as? ReadError)?.reason
      ?? StoreError(error).description
  }
}
