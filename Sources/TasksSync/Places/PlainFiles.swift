import Git
import Platform
import TasksCore
import TasksStore

struct PlainFile {
  /// In the folder, as its name is spelt there.
  let path: String
  let bytes: [UInt8]
  /// As git would name its content.
  let blob: ObjectID
}

/// The Org and Markdown files in a folder of plain files, with their contents: of times nothing is told, since those of a
/// stick are coarse, and programs that carry files set them.
struct PlainFiles {
  /// By path. Swift's strings are equal under canonical equivalence: a name in another form of Unicode, as some systems
  /// spell it, is the same name.
  private let files: [String: PlainFile]
  let unreadable: [UnreadableFile]

  /// A file that goes away meanwhile is not there.
  init(in root: String, of store: TaskStore) {
    let scan = FolderScan(root: root, leaving: store.inboxFile)
    var files: [String: PlainFile] = [:]
    var unreadable = scan.unreadable
    for file in scan.files {
      do throws(ReadError) {
        let bytes = try StoreFile.read("\(root)/\(file.path)", limit: TaskReader.largestFile)
        files[file.path] = PlainFile(
          path: file.path, bytes: bytes, blob: store.repository.id(ofBlob: bytes))
      } catch {
        if !File.isMissing("\(root)/\(file.path)") {
          unreadable.append(UnreadableFile(path: file.path, reason: error))
        }
      }
    }
    self.files = files
    self.unreadable = unreadable
  }

  subscript(path: String) -> PlainFile? { files[path] }

  /// In the order of their paths.
  var all: [PlainFile] { files.values.ordered { $0.path < $1.path } }

  /// Whether nothing can be said of a path: it may be there.
  func isUnread(_ path: String) -> Bool {
    unreadable.contains { $0.path == path || $0.path.isEmpty || path.begins(with: $0.path + "/") }
  }
}
