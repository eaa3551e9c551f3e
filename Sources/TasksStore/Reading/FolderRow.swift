/// What the cache knows of a folder of the store. A row has the same layout in memory and in the cache.
///
/// Adding or removing a name changes the folder's own stamp. While that stays the same, the names need not be read
/// again (as with git's untracked cache, gitformat-index(5)).
struct FolderRow: BitwiseCopyable {
  var stamp: FileStamp
  var path: TaskRow.Piece
  /// The range of the folder's own files, ordered by name, in the files of the cache.
  var firstFile: UInt32
  var fileCount: UInt32
  /// The range of its subfolders in the folders of the cache.
  var firstFolder: UInt32
  var folderCount: UInt32
  /// 1 if the cache has every entry of the folder, so that its stamp can be relied on; 0 otherwise.
  var isSettled: UInt64

  var files: Range<Int> { Int(firstFile)..<Int(firstFile) + Int(fileCount) }
  var folders: Range<Int> { Int(firstFolder)..<Int(firstFolder) + Int(folderCount) }
}
