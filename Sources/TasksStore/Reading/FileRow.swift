/// What is known of a file, beside what it says. A row looks the same in memory and in the cache, where it lies by
/// folder and name: as the folders are looked through, and much as git's index has the files.
struct FileRow: BitwiseCopyable {
  var stamp: FileStamp
  /// In the store.
  var path: TaskRow.Piece
  /// The number of what it says, among the rows of tasks.
  var task: UInt64
}
