import Git
import Platform

/// A look at the files of folders whose names the cache has: many in two threads, each taking the next folder when it
/// is done with one. One of them begins at once; the other is whoever asks what was found.
final class FileStatPass {
  private let look: @Sendable () -> ChangedFiles
  /// Nil for few files.
  private let side: BackgroundThread<ChangedFiles>?

  init(at folders: [FolderRow], of root: String, _ cache: TaskCache) {
    // Nobody writes into it.
    nonisolated(unsafe) let cache = cache
    let turns = WorkQueue(folders.count)
    look = {
      var changed = ChangedFiles()
      while let number = turns.next() { changed.look(into: folders[number], of: root, cache) }
      return changed
    }
    let count = folders.reduce(0) { $0 + $1.files.count }
    side = count < 2000 ? nil : BackgroundThread(look)
  }

  /// Whether another processor is busy with it, as far as anybody here knows.
  var isAtSide: Bool { side != nil }

  /// The files that are not as the cache has them, when all have been looked at.
  private(set) lazy var changed: ChangedFiles = {
    var changed = look()
    if let side { changed.add(side.result()) }
    return changed
  }()
}
