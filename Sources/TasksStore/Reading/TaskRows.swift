/// Rows by the order of ids: those of the cache as they lie there, or a list of our own where they differ.
struct TaskRows: RandomAccessCollection {
  private let cache: TaskCache?
  private var own: [TaskRow]?

  /// All the rows of a cache, where there is one.
  init(_ cache: TaskCache?) {
    self.cache = cache
    own = cache == nil ? [] : nil
  }

  var startIndex: Int { 0 }
  var endIndex: Int { own?.count ?? cache?.rows.count ?? 0 }

  subscript(position: Int) -> TaskRow {
    if let own { return own[position] }
    guard let cache else { preconditionFailure("no rows") }
    return cache.rows[position]
  }

  /// Rows may be changed from here on, in a list of their own.
  mutating func change(_ body: (inout [TaskRow]) -> Void) {
    var rows = own ?? Array(self)
    own = nil
    body(&rows)
    own = rows
  }
}
