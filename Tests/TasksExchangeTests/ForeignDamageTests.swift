import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Files that something has damaged are read, or are named as bad; what is read can be printed.
@Suite struct ForeignDamageTests {
  @Test func noReaderTrips() throws {
    let context = try ForeignTrial.context()
    var generator = ForeignTaskGenerator(seed: 3)
    let tasks = (0..<8).map { _ in generator.task() }
    let texts = [
      TaskwarriorTasks(context).print(tasks), Array(TaskwarriorSamples.tasks.utf8),
      Array(BeadsTests.sample.utf8), Array(ForeignFolderTests.pending.utf8),
      Array(ForeignFolderTests.task.utf8),
    ]
    let readers: [any ForeignReader] = [
      TaskwarriorTasks(context), BeadsTasks(context), DstaskTasks(context), BacklogTasks(context),
    ]
    var random = SeededGenerator(seed: 5)
    for text in texts {
      for _ in 0..<40 {
        let bytes = damaged(text, &random)
        for reader in readers {
          let tasks = reader.read(bytes).compactMap { record -> TasksCore.Task? in
            if case .task(let read) = record { read.task } else { nil }
          }
          _ = TaskwarriorTasks(context).print(tasks)
          #expect(reader.told(tasks).count == tasks.count)
        }
      }
    }
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(6) {
      let place = random.below(bytes.count)
      switch random.below(3) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(place..<min(place + random.below(9), bytes.count))
      default:
        bytes.insert(contentsOf: Array("\"99999999\"{[:".utf8.prefix(random.below(13))), at: place)
      }
    }
    return bytes
  }
}
