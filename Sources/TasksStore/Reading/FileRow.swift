/// What is known of a file besides its content. A row has the same layout in memory and in the cache, where rows are
/// ordered by folder and name, as the scan visits them and much as git's index orders its entries.
struct FileRow: BitwiseCopyable {
  var stamp: FileStamp
  /// The path in the store.
  var path: TaskRow.Piece
  /// The number of the file's row among the rows of tasks.
  var task: UInt64
}
