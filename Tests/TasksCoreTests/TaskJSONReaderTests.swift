import CoreTestSupport
import Foundation
import TasksCore
import Testing

struct TaskJSONReaderTests {
  private func read(_ task: TasksCore.Task) throws -> TasksCore.Task {
    let line = TaskJSON.lines([(task: task, short: "k7m", sync: "synchronized")])
    return try TaskJSONReader.task(JSONValue(line))
  }

  /// The task with the two parts of its log one after the other, and without Org's COMMENT, which JSON does not have.
  private func plain(_ task: TasksCore.Task) -> TasksCore.Task {
    var task = task
    task.hasOwnID = true
    task.isCommented = false
    task.log = task.entries.map { .entry($0) } + task.clocks.map { .clock($0) }
    return task
  }

  @Test func aTaskReadBackIsTheSame() throws {
    var count = 0
    for seed in 0..<300 {
      var markdown = MarkdownGenerator(seed: UInt64(seed))
      let files = [(OrgFile(seed: seed, .odd).bytes, "x.org"), (markdown.file(), "x.md")]
      for (bytes, path) in files where String(validating: bytes, as: UTF8.self) != nil {
        guard let task = try TaskReader.read(bytes, path: path)?.task,
          !bytes.contains(0xF4), Set(task.properties.map(\.name)).count == task.properties.count
        else { continue }
        #expect(plain(try read(task)) == plain(task), "seed \(seed)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test func entriesAndClocksAreInTheOrderOfTheirDates() throws {
    let text = """
      * TODO x
      :LOGBOOK:
      - Note taken on [2026-11-22 Sun 10:00]
      CLOCK: [2026-11-21 Sat 09:00]--[2026-11-21 Sat 10:00] =>  1:00
      - Note taken on [2026-11-20 Fri 10:00]
      CLOCK: [2026-11-19 Thu 09:00]
      :END:

      """
    let task = try OrgLaw.document(text).task
    #expect(try read(task).log == task.log && task.log.count == 4)
  }

  @Test(arguments: [
    ("effort", "\"long\""), ("deadline", "\"soon\""), ("tags", "\"a\""), ("tags", "[1]"),
    ("rank", "-1"),
    ("location", "3"), ("state", "null"), ("alerts", "[\"x\"]"), ("log", "[{\"kind\":\"odd\"}]"),
    ("repeat", "{\"deadline\":\"often\"}"),
  ])
  func aValueThatDoesNotFitIsNamed(key: String, value: String) throws {
    let keys = [
      "id": "\"a\"", "path": "\"a.org\"", "format": "\"org\"", "title": "\"x\"",
      "state": "\"TODO\"",
      "done": "false", "deadline": "\"2026-11-20\"",
    ].merging([key: value]) { $1 }
    let json = "{" + keys.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    let error = #expect(throws: TaskJSONReader.Failure.self) {
      try TaskJSONReader.task(JSONValue(Array(json.utf8)))
    }
    #expect(error?.key == Text(key))
  }

  // MARK: JSON

  @Test(arguments: [
    "", " ", "{", "[", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}", "01", "-",
    "1.",
    ".5", "1e", "+1", "nul", "truex", "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"", "1 2", "[1}", "NaN",
    "1e999",
  ])
  func whatIsNotJSON(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(Array(text.utf8)) }
    #expect(throws: (any Error).self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
  }

  @Test(arguments: [
    "null", " [ ] ", "{ }", "-0", "0.5", "-1.25e-3", "1E2", "\"\"",
    #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
    "[[],{},[{\"a\":[1,2,{\"b\":null}]}]]", "{\"a\":1,\"b\":[true,false]}", "\"é😀\"",
    "12345678901234567",
  ])
  func readsAsTheLibraryDoes(text: String) throws {
    let ours = plain(try JSONValue(Array(text.utf8)))
    let theirs = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    #expect((ours as? NSObject) == (theirs as? NSObject))
  }

  private func plain(_ value: JSONValue) -> Any {
    switch value {
    case .null: NSNull()
    case .bool(let bool): NSNumber(value: bool)
    case .number(let number): NSNumber(value: number)
    case .string(let text): text.string as NSString
    case .array(let elements): elements.map(plain) as NSArray
    case .object(let members):
      Dictionary(uniqueKeysWithValues: members.map { ($0.name.string, plain($0.value)) })
        as NSDictionary
    }
  }

  @Test func nestingHasALimit() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONValue(Array(deep.utf8)) }
    let fine = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    _ = try JSONValue(Array(fine.utf8))
  }
}
