import Platform

/// Compares the files of folders whose names come from the cache with their stamps in the cache. From 2,000 files on
/// a background thread begins at once, and the thread that asks for the result joins in; each takes the next folder
/// when it has finished one.
final class FileStatPass {
  private let look: @Sendable () -> ChangedFiles
  /// Nil below 2,000 files.
  private let side: BackgroundThread<ChangedFiles>?

  init(at folders: [FolderRow], of root: String, _ cache: TaskCache) {
    // Safe to share: the cache is read-only.
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

  /// The files that differ from the cache, once all have been checked.
  private(set) lazy var changed: ChangedFiles = {
    var changed = look()
    if let side { changed.add(side.result()) }
    return changed
  }()
}
