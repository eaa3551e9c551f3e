import TasksCore

/// Finds the export of this store that files are, which no import has read yet.
///
/// It is the one from which they differ least, if they differ more from the tasks as they are now. The files as a whole
/// decide: of one task alone, who sets a value back cannot be told from who has an old file.
package enum OwnExport {
  /// The tasks that have changed since an export, as they were then, and the files that were not there or have changed.
  package typealias Point = (tasks: [TaskID: Task], files: Set<String>)

  /// Returns what was told of the tasks in that export; nothing if the present is nearer.
  ///
  /// - Parameters:
  ///   - told: What the format tells of the tasks as they are.
  ///   - distance: Returns how many fields a record changes of a task of which it is told something.
  static func nearest(
    to pairs: [(item: ForeignItem, task: Task)], _ reader: any ForeignReader,
    told: [TaskID: Task], among exports: () throws -> [Point],
    by distance: (_ item: ForeignItem, _ task: Task, _ told: Task) -> Int
  ) rethrows -> [TaskID: Task] {
    let rows = pairs.compactMap { item, task in
      told[task.id].map { (item: item, task: task, now: distance(item, task, $0)) }
    }
    var (nearest, least) = ([:] as [TaskID: Task], rows.reduce(0) { $0 + $1.now })
    if least == 0 { return nearest }
    for point in try exports() {
      let past = rows.compactMap { point.tasks[$0.task.id] }
      let told = Dictionary(
        zip(past.map(\.id), reader.told(past)), uniquingKeysWith: { first, _ in first })
      let sum = rows.reduce(0) { sum, row in
        if let past = point.tasks[row.task.id], let told = told[past.id] {
          return sum + distance(row.item, past, told)
        }
        return sum + max(row.now, point.files.contains(row.task.path) ? 1 : 0)
      }
      if sum < least { (least, nearest) = (sum, told) }
    }
    return nearest
  }
}
