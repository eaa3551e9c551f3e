import CoreTestSupport
import Foundation
import TasksCore
import Testing
import Yams

/// What we write is read by others to the same values.
@Suite("Markdown YAML")
struct MarkdownYAMLTests {
  @Test("texts that YAML 1.1 or 1.2 takes for something else are quoted")
  func quoted() {
    let texts: [Text] = [
      "", " x", "x ", "y", "Y", "n", "yes", "Yes", "no", "No", "NO", "on", "On", "off", "true",
      "TRUE", "false",
      "null", "Null", "~", "=", "<<", "0", "12", "010", "0o7", "0x1F", "0b1", "1_000", "+1", "-1",
      "1.5", ".5",
      "1e3", "1.5e3", "1.0e-05", ".inf", "-.inf", ".nan", "1:30", "190:20:30", "12:30:45.5",
      "2026-11-20",
      "2026-11-20T09:15", "2001-12-14 21:59:43.10 -5", "@x", "`x`", "%x", "#x", "a #b", "a: b",
      "a:", ": a", "- a",
      "? a", "-", "--- a", "...", "&a", "*a", "!a", "|", ">", "'a", "\"a", "[a", "]a", "{a", "}a",
      ",a", "a\tb",
      "a\u{2028}b", "\u{FEFF}a", "a\u{85}b", "685_230.15",
    ]
    for text in texts { #expect(!YAMLWriter.isPlain(text), "\(text)") }
  }

  @Test("texts that are texts to all stand plain")
  func plain() {
    let texts: [Text] = [
      "a", "Call Bob", "it's", "Office, Prague", "3d", "1h30m", "a:b", "http://x.org", "a#b",
      "a - b", "会議",
      "x[1]", "k7mq2xw4tz9nbcde", "none", "nothing", "P1", "10 things", "v1.2.3x", "C++",
    ]
    for text in texts { #expect(YAMLWriter.isPlain(text), "\(text)") }
    #expect(!YAMLWriter.isPlain("a,b", inFlow: true) && !YAMLWriter.isPlain("a:b", inFlow: true))
    #expect(!YAMLWriter.isPlain("why?", inFlow: true) && YAMLWriter.isPlain("why?"))
  }

  @Test("kinds on which both versions agree")
  func kinds() {
    let kinds: [(String, YAMLResolution.Kind?)] = [
      ("5", .integer), ("-5", .integer), ("0", .integer), ("010", nil), ("0.5", .real),
      ("1.0e-05", .real),
      ("1e-05", nil), ("1.5e3", nil), ("true", .boolean), ("yes", nil), ("null", .null),
      ("~", .null),
      ("2026-11-20", .date), ("2026-11-20T09:15", nil), ("1:30", nil), ("3d", .text), ("x", .text),
      ("1_0", nil),
    ]
    for (text, kind) in kinds {
      #expect(YAMLResolution.kind(Array(text.utf8)[...]) == kind, "\(text)")
    }
  }

  @Test("Yams reads each text as itself, in every style")
  func texts() throws {
    for text in MarkdownGenerator.texts {
      for quote in [YAMLWriter.Quote.single, .double] {
        let writer = YAMLWriter(quote: quote)
        let value = String(decoding: writer.print(.text(text)), as: UTF8.self)
        let item = String(decoding: writer.print(.text(text), inFlow: true), as: UTF8.self)
        let node = try Yams.load(yaml: "a: \(value)\nb: [\(item), \(item)]\nc:\n  - \(value)\n")
        let map = try #require(node as? [String: Any])
        #expect(map["a"] as? String == text.string, "\(value)")
        #expect(map["b"] as? [String] == [text.string, text.string], "\(item)")
        #expect(map["c"] as? [String] == [text.string], "\(value)")
      }
    }
  }

  @Test("Yams reads what edits leave behind to the same values")
  func edits() throws {
    for seed in UInt64(1)..<150 {
      var generator = MarkdownGenerator(seed: seed)
      var document = try MarkdownDocument.print(
        new: Task(
          id: TaskID(using: &generator.numbers), path: "x.md", format: .markdown, title: "t",
          state: State("TODO", isDone: false)), workflow: .standard)
      for _ in 0..<15 {
        guard let next = try? document.applying([generator.edit(of: document.task)]) else {
          continue
        }
        document = next
      }
      let lines = document.bytes[
        document.frontMatter.opening.next..<document.frontMatter.closing.start]
      let yaml = String(decoding: lines, as: UTF8.self)
      let map = try #require(try Yams.load(yaml: yaml) as? [String: Any], "seed \(seed)\n\(yaml)")
      let task = document.task
      #expect(map["title"] as? String == task.title.string, "seed \(seed)")
      #expect(map["list"] as? String == task.list?.string, "seed \(seed)")
      #expect(map["location"] as? String == task.location.name?.string, "seed \(seed)")
      #expect(map["effort"] as? Int == task.effort, "seed \(seed)")
      #expect(Self.number(map["rank"]) == task.rank?.value, "seed \(seed)")
      let tags = (map["tags"] as? [String] ?? []) + (map["contexts"] as? [String] ?? [])
      #expect(Set(tags) == Set(task.tags.map(\.string)), "seed \(seed)\n\(yaml)")
      for property in task.properties {
        let there = map[property.name.string]
        // A property that reads as a list is written as one.
        if let elements = MarkdownProperty.elements(of: property.value), !elements.isEmpty {
          #expect(
            there as? [String] == elements.compactMap { $0.text?.string }, "seed \(seed)\n\(yaml)")
        } else {
          // A number or a date of a field of the store's own is one in YAML.
          let number = (there as? Double).map { $0 == Double(property.value.string) }
          let day = (there as? Date).map {
            $0.ISO8601Format().hasPrefix(property.value.string.prefix(10))
          }
          #expect(
            there as? String == property.value.string || number ?? day ?? false,
            "seed \(seed)\n\(yaml)")
        }
      }
    }
  }

  private static func number(_ value: Any?) -> Double? {
    (value as? Double) ?? (value as? Int).map { Double($0) }
  }

  @Test("escapes")
  func escapes() throws {
    for text in ["a\u{85}b", "\u{7F}", "tab\there", "\u{1B}[0m", "\u{FFFE}", "a\nb"] as [Text] {
      let printed = YAMLEscape.quoted(text)
      #expect(
        try Yams.load(yaml: String(decoding: printed, as: UTF8.self)) as? String == text.string)
      #expect(YAMLScalar.text(in: printed[...]) == text)
    }
    let stray = Text(bytes: [0x61, 0xFF, 0xC2, 0xE2, 0x22])
    #expect(YAMLScalar.text(in: YAMLEscape.quoted(stray)[...]) == stray)
  }

  @Test("block scalars are read as Yams reads them")
  func folding() throws {
    for text in [
      ">-\n  one\n  two", "|-\n  one\n  two", ">-\n  one\n\n  two", ">-\n  one\n    deep\n  two",
      "|2-\n    one\n  two", "plain\n  goes on", "plain\n\n  para", "\"quoted\n  on\"",
      "'it''s\n  on'",
      "\"a \\\n  b\"", "\"a\n\n  b\"", "|-\n  one\n\n\n  two", ">-\n  one\n\n\n  two",
      "|-\n  one\n# why\n    # and how", ">-\n  one\n  # no comment\n # one",
      "|2-\n    one\n # why",
      "|-\n  one\n\n# why\n\n",
      "one\n  two  # remark", "one\n  two # remark\n  # another", "\"a \\ \n  b\"",
      "\"a \\\\ \n  b\"",
    ] {
      let bytes = Array("k: \(text)\n".utf8)
      let line = try #require(bytes[...].line(at: 0))
      let entry = try #require(bytes.withView { FrontMatterEntry(line, in: $0) })
      let map = try Yams.load(yaml: "k: \(text)\n") as? [String: Any]
      #expect(entry.text(in: bytes[...])?.string == map?["k"] as? String, "\(text)")
    }
  }
}
