/// What the cache knows of a folder of the store. A row looks the same in memory and in the cache.
///
/// Names come to a folder and go from it only with another stamp of the folder itself: while that stays the same,
/// the names need not be read again (as with the untracked cache of git, gitformat-index(5)).
struct FolderRow: BitwiseCopyable {
  var stamp: FileStamp
  var path: TaskRow.Piece
  /// Its own files, by their names, among those of the cache.
  var firstFile: UInt32
  var fileCount: UInt32
  /// The folders in it among those of the cache.
  var firstFolder: UInt32
  var folderCount: UInt32
  /// 1 where the cache has all that is in it, so that the stamp tells; 0 otherwise.
  var isSettled: UInt64

  var files: Range<Int> { Int(firstFile)..<Int(firstFile) + Int(fileCount) }
  var folders: Range<Int> { Int(firstFolder)..<Int(firstFolder) + Int(folderCount) }
}
