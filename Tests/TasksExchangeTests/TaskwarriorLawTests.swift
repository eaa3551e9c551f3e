import CoreTestSupport
import TasksCore
import TasksExchange
import Testing

/// What is printed for Taskwarrior says all of a task.
@Suite struct TaskwarriorLawTests {
  private func check(_ task: TasksCore.Task, _ seed: Int, isWhole: Bool) throws {
    let format = TaskwarriorTasks(try ForeignTrial.context())
    let printed = format.print([task])
    let records = format.read(printed)
    #expect(records.count == 1, "seed \(seed)")
    let read = try ForeignTrial.one(records.first)
    #expect(read.task.id == task.id, "seed \(seed)")
    #expect(
      String(decoding: format.print([read.task]), as: UTF8.self)
        == String(decoding: printed, as: UTF8.self), "seed \(seed)")
    let told = format.told([task])
    #expect(format.told(told) == told, "seed \(seed)")
    guard isWhole else { return }
    let isForeign = read.task.property(named: "recur") != nil
    #expect(read.remarks.count <= (isForeign ? 1 : 0), "seed \(seed)")
    #expect(ForeignTrial.differences(read.task, task) == [], "seed \(seed)")
  }

  @Test func tasksWithAllFieldsAreReadBack() throws {
    for seed in 0..<600 {
      var generator = ForeignTaskGenerator(seed: UInt64(seed))
      try check(generator.task(), seed, isWhole: true)
    }
  }

  @Test func tasksOfOddFilesStayAsTheyAreRead() throws {
    for seed in 0..<200 {
      var markdown = MarkdownGenerator(seed: UInt64(seed))
      let files = [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")]
      for (bytes, path) in files {
        guard let task = try TaskReader.read(bytes, path: path)?.task else { continue }
        let isText = String(validating: bytes, as: UTF8.self) != nil
        guard isText else { continue }
        try check(task, seed, isWhole: false)
      }
    }
  }

  @Test func anotherZoneChangesNoDate() throws {
    for seed in 0..<100 {
      var generator = ForeignTaskGenerator(seed: UInt64(seed))
      let task = generator.task()
      let printed = TaskwarriorTasks(try ForeignTrial.context()).print([task])
      let there = TaskwarriorTasks(try ForeignTrial.context(inUTC: true))
      let read = try ForeignTrial.one(there.read(printed).first).task
      #expect(read.scheduled == task.scheduled && read.deadline == task.deadline, "seed \(seed)")
    }
  }
}
