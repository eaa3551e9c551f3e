import CoreTestSupport
import TasksCore
import Testing

struct MistypedKeyTests {
  private func now() throws -> Timestamp { try moment("2026-11-20T09:15") }

  private func title(_ words: String...) throws -> [String] {
    var found: [String] = []
    _ = try QuickAdd.read(words, mode: .add, now: try now()) { found.append($0.suggestion) }
    return found
  }

  private func filter(_ words: String...) throws -> [String] {
    var found: [String] = []
    _ = try Query.read(words, now: try now()) { found.append($0.suggestion) }
    return found
  }

  @Test(arguments: [
    ("du:fri", "due:fri"), ("deu:fri", "due:fri"), ("Due:fri", "due:fri"),
    ("lst:work", "list:work"),
    ("lsit:work", "list:work"), ("lists:work", "list:work"), ("shed:mon", "sched:mon"),
    ("efort:1h", "effort:1h"), ("pro:home", "project:home"), ("t:fri", "sched:fri"),
    ("start:3d", "sched:3d"), ("d:fri", "due:fri"),
    ("t:fri", "sched:fri"), ("tag:phone", "+phone"), ("tags:phone", "+phone"),
    ("evry:1w", "every:1w"), ("reminders:9:00", "remind:9:00"), ("location:Prague", "at:Prague"),
    ("LIST:work", "list:work"), ("projects:x", "list:x"),
  ])
  func slip(_ word: String, _ suggestion: String) throws {
    #expect(try title("Lunch", word) == [suggestion])
    #expect(try title("Lunch \(word) there") == [suggestion])
    #expect(try title("Lunch", "--", word) == [])
    #expect(try title("Lunch", "/", word) == [])
    #expect(try title("title:\(word)") == [])
    #expect(throws: InputError.self) { try QuickAdd.read([word], mode: .modify, now: now()) }
    #expect(!QuickAdd.isPlain(word))
  }

  /// Ordinary text with a colon.
  @Test(arguments: [
    "http://x", "https://example.org/a?due:fri", "du://fri", "note:x", "x:y", "at:", "cat:food",
    "last:name", "lost:found", "mist:x", "lint:fix", "cue:ball", "due.before:fri", "du:", "du",
    "die:hard", "re:invoice", "fix:bug", "wait:what", "until:later", "9:30", "10:15", "C:x", "a:b",
    "mailto:bob@example.org", "std::list", "until:eom", "bank:100", "tank:5", "tel:+420", "du:frj",
    "status:done", "ratio:1", "ps:x", "todo:x", "file:x", "lst:", "ľist:x", "😀:x", "warn:3d",
  ])
  func ordinaryText(_ word: String) throws {
    guard QuickAddKey.split(InputWord(word), OwnFields()) == nil else { return }
    #expect(try title(word, "x") == [])
  }

  private static let filters: [(String, [String])] = [
    ("du:fri", ["due:fri"]), ("du.before:fri", ["due.before:fri"]), ("lst:work", ["list:work"]),
    ("efort.none:", ["effort.none:"]), ("reminders.any:", ["remind.any:"]),
    ("efort.nome:", []), ("stat:WAIT", ["state:WAIT"]), ("prio:A", []),
    ("status:WAIT", []), ("tag:phone", ["+phone"]), ("entry:today", []),
    ("closd:today", ["closed:today"]), ("prijects:x", []), ("\"du:fri\"", []), ("http://x", []),
    ("note:x", []), ("list:x", []), ("/du:fri/", []), ("Due.any:", ["due.any:"]),
  ]

  @Test(arguments: filters)
  func inAFilter(_ word: String, _ suggestions: [String]) throws {
    #expect(try filter(word) == suggestions)
    #expect(try filter("a", "(\(word) or b)") == suggestions)
  }

  @Test func messages() throws {
    var found: [String] = []
    _ = try QuickAdd.read(["x", "du:fri"], mode: .add, now: try now()) { found.append($0.message) }
    _ = try Query.read(["du:fri"], now: try now()) { found.append($0.message) }
    #expect(
      found == [
        "'du:fri' is part of the title; did you mean due:fri?",
        "'du:fri' is searched as text; did you mean due:fri?",
      ])
  }

  /// In `modify`, which has no text, any near key is meant.
  @Test(arguments: [
    ("last:work", "last", "list:work"), ("du:xyz", "du", "due:xyz"),
    ("tag:", "tag", "+"), ("Due:", "Due", "due:"),
  ])
  func inChanges(_ word: String, _ key: String, _ suggestion: String) throws {
    do {
      _ = try QuickAdd.read([word], mode: .modify, now: try now())
      Issue.record("read")
    } catch let error as InputError {
      #expect(error.message == "'\(key):' is not a change")
      #expect(error.hint == "try: \(suggestion)")
      #expect(error.word?.text == key)
    }
    #expect(!QuickAdd.isPlain(word))
    #expect(QuickAdd.isPlain("k7m") && QuickAdd.isPlain("2026-11/x.org") && QuickAdd.isPlain("x:y"))
  }
}
