import CoreTestSupport
import TasksCore
import TestSupport
import Testing

@Suite struct TaskSubtreeTests {
  /// What is taken out and what stays are the file's lines, and the heading comes to the first level.
  @Test(arguments: UInt64(1)...40) func losesNoLine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var text = "#+TODO: TODO | DONE\n"
    let count = Int.random(in: 1...8, using: &random)
    for number in 0..<count {
      let stars = String(repeating: "*", count: .random(in: 1...4, using: &random))
      text += "\(stars) TODO Task \(number)\n"
      if Bool.random(using: &random) { text += "SCHEDULED: <2026-11-20 Fri>\n" }
      text += "  :PROPERTIES:\n  :id:   n\(number)\n  :END:\nnote * \(number)\n"
    }
    let bytes = Array(text.utf8)
    for number in 0..<count {
      let id = try #require(TaskID(Text("n\(number)")))
      let found = try #require(TaskSubtree(of: id, in: bytes), "seed \(seed)")
      let lines = { (bytes: [UInt8]) in
        Text(bytes: bytes).lines.map {
          $0.string.hasPrefix("*") ? String($0.string.drop { $0 == "*" }) : $0.string
        }
      }
      #expect(
        (lines(found.text) + lines(found.rest)).filter { !$0.isEmpty }.sorted()
          == lines(bytes).filter { !$0.isEmpty }.sorted(), "seed \(seed)")
      #expect(found.text.starts(with: Array("* TODO Task \(number)\n".utf8)), "seed \(seed)")
      #expect(TaskSubtree(of: id, in: found.rest) == nil, "seed \(seed)")
      #expect(found.isLast == !found.rest.contains(0x2A), "seed \(seed)")
    }
  }
}
