import Git
import Platform
import TasksCore
import TasksStore

/// A task's file in a folder of plain files that differs from what it was known to be, or is not known.
struct FoundFile {
  let file: PlainFile
  let document: any TaskDocument
  /// Where the task was known to be.
  let place: String?

  /// Why a file is not taken over.
  struct Oddity {
    /// The end of a sentence about it.
    let remark: String
    var state: WaitingFiles.State?
  }

  /// Reads a file; nil for a note that is no task.
  static func read(
    _ file: PlainFile, _ known: KnownFiles, _ before: WaitingFiles, of store: TaskStore
  ) throws -> Attempt<FoundFile, Oddity>? {
    let old = try known.document(at: file.path)
    let document: (any TaskDocument)?
    do throws(ReadError) {
      document = try store.parse(file.bytes, path: file.path)
    } catch {
      return .failure(Oddity(remark: "cannot be read: \(error.reason)"))
    }
    guard let document else {
      return old.map { _ in
        .failure(Oddity(remark: "is empty or no task any more, and is left as it is"))
      }
    }
    if let old, old.task.hasOwnID, !document.task.hasOwnID {
      return .failure(
        Oddity(
          remark: "has lost its id, \(old.task.id.text.string), and is left until it has it again"))
    }
    let state = WaitingFiles.State.cutOff(file.blob.hex)
    if file.bytes.last != 0x0A, old?.bytes.last == 0x0A, !before.was(file.path, state) {
      return .failure(
        Oddity(
          remark: "ends in the middle of a line; if it still does, the next sync takes it so",
          state: state))
    }
    return .success(
      FoundFile(file: file, document: document, place: known.places[document.task.id]))
  }

  /// Returns the task of which another program has made this copy; nil for a file that is none.
  func original(in files: PlainFiles, of store: TaskStore) -> TaskID? {
    guard let path = Carrier.original(of: file.path) else { return nil }
    if document.task.hasOwnID { return place == file.path ? nil : document.task.id }
    return files[path].flatMap { try? store.parse($0.bytes, path: path) }?.task.id
  }
}
