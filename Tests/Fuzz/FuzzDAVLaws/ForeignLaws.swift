import TasksCore
import TasksExchange
import TestSupport

/// What must hold for the bytes of any file that an import reads; the first one chooses the format. What is read can be
/// printed in a format that is exported, and what is printed can be read, with as many tasks.
package enum ForeignLaws {
  package static func check(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let format = ForeignFormats.all[Int(first) % ForeignFormats.all.count]
    check(Array(bytes.dropFirst()), as: format)
  }

  package static func check(_ bytes: [UInt8], as format: any ForeignReader.Type) {
    let reader = format.init(TodoLaws.context(.org))
    let tasks = reader.records(of: bytes, path: "a\(format.ending)").compactMap { record in
      if case .task(let record) = record { record.task } else { nil }
    }
    guard !tasks.isEmpty, reader.isText(bytes), tasks.allSatisfy(isWritten),
      Set(tasks.map(\.id)).count == tasks.count,
      let printer = reader as? any ForeignFormat
    else { return }
    let printed = printer.print(tasks)
    let again = reader.records(of: printed)
    for case .bad(let line, let reason) in again {
      Law.require(
        false,
        "\(format.name) reads what it prints, line \(line): \(reason)\n\(Text(bytes: printed))")
    }
    let count = again.count { $0.isTask }
    Law.require(
      count == tasks.count,
      "\(format.name) reads \(count) of \(tasks.count) tasks that it prints\n\(Text(bytes: printed))"
    )
  }

  /// Whether a store can have a task, and exports it.
  private static func isWritten(_ task: Task) -> Bool {
    !task.isDeleted && TodoLaws.file(of: task) != nil
  }
}
