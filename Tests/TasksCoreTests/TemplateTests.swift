import TasksCore
import Testing

/// Capture templates: what their escapes are, and what stands in their place.
@Suite struct TemplateTests {
  static let now = Timestamp(CivilDate(dayNumber: 20777), minute: 555)  // Fri 2026-11-20 09:15

  private func fill(
    _ text: String, _ format: Format = .org, _ answers: [String: String] = [:],
    words: String = "", input: String = ""
  ) throws -> String {
    let template = try Template("test", format, Array(text.utf8))
    var values = TemplateValues(now: Self.now)
    values.answers = answers
    (values.words, values.input, values.clipboard, values.user) = (words, input, "clip", "ann")
    values.link = TemplateLink(path: "~/a [b]", line: 3, description: "a [b] (main)")
    return String(decoding: try template.text(values), as: UTF8.self)
  }

  @Test(arguments: [
    (
      "* TODO %t %T %u %U",
      "* TODO <2026-11-20 Fri> <2026-11-20 Fri 09:15> [2026-11-20 Fri] [2026-11-20 Fri 09:15]"
    ),
    ("%<%Y-%m-%d %H:%M> %n %c %x", "2026-11-20 09:15 ann clip clip"),
    ("%?!", "words!"), ("\\%t \\\\%t \\\\\\%t", "%t \\<2026-11-20 Fri> \\%t"),
    ("100% %z \\% %", "100% %z \\% %"),
    ("%^{A} %^{B|b} %^{C|c|d|e} %\\1 %\\2", "one b  one b"),
    ("* TODO x %^g", "* TODO x :p:q:"), ("* TODO x :a%^g", "* TODO x :a:p:q:"),
    ("* TODO x :%^g:", "* TODO x :p:q:"),
    (
      "SCHEDULED: %^t DEADLINE: %^{D}T",
      "SCHEDULED: <2026-11-27 Fri> DEADLINE: <2026-11-23 Mon 09:15>"
    ),
    (
      "%a\n%l\n%L",
      "[[file:~/a \\[b\\]::3][a (b) (main)]]\n[[file:~/a \\[b\\]::3]]\nfile:~/a [b]::3"
    ),
    (" - %i", " - one\n - * two\n - three"), ("%i", "one\n * two\nthree"),
    ("* TODO %i", "* TODO one * two three"),
    ("# about\n#\n* TODO x\n# kept", "* TODO x\n# kept"), ("\n\n* TODO x \n \n", "* TODO x "),
  ]) func escapesInOrg(_ text: String, _ filled: String) throws {
    let answers = [
      "A": "one", "C": "", "tags": "p, +q", "scheduled": "fri", "D": "mon",
    ]
    var answered = answers
    if text.contains("{C") { answered["C"] = " " }
    #expect(
      try fill(text, .org, answered, words: "words", input: "one\n* two\nthree")
        == filled.replacing("one b  one b", with: "one b c one b") + "\n")
  }

  @Test(arguments: [
    ("title: %?", "title: \"a: b\""), ("title: x %?", "title: \"x a: b\""),
    ("title: \"%?\"", "title: \"a: b\""), ("title: '%^{Q}'", "title: 'it''s \"so\"'"),
    ("title: \"%^{Q}\"", "title: \"it's \\\"so\\\"\""), ("effort: %^{N}", "effort: \"15\""),
    ("tags: [x, %^g]", "tags: [x, a, \"@b\"]"), ("tags: %^g", "tags: [a, \"@b\"]"),
    ("due: %^t", "due: 2026-11-27"), ("created: %U", "created: 2026-11-20T09:15"),
    ("list: %i", "list: one two"),
  ]) func escapesInFrontMatter(_ text: String, _ filled: String) throws {
    let answers = ["Q": "it's \"so\"", "N": "15", "tags": "a @b", "due": "fri"]
    #expect(
      try fill(
        "---\n# about\nstatus: todo\n\(text)\n---\n%t %a\n", .markdown, answers, words: "a: b",
        input: "one\ntwo")
        == "---\nstatus: todo\n\(filled)\n---\n<2026-11-20 Fri> "
        + "[a (b) (main)](file:~/a%20[b]::3)\n")
  }

  @Test(arguments: [
    ("a\n%(org-id-new)", "line 2: '%(org-id-new)' would run Lisp"),
    ("%[~/x]", "line 1: '%[~/x]' would read any file"), ("%k", "line 1: '%k' is an escape of Org"),
    ("%:link", "line 1: '%:link' is an escape"), ("%^{x}p", "line 1: '%^{x}p' is an escape"),
    ("%^t %\\1", "line 1: '%\\1' is the answer"),
  ]) func escapesThatAreRefused(_ text: String, _ message: String) {
    do throws(TemplateError) {
      _ = try Template("x", .org, Array(text.utf8))
      Issue.record("\(text) is taken")
    } catch {
      #expect(error.message.hasPrefix(message))
    }
  }

  @Test func promptsHaveNames() throws {
    let template = try Template(
      "x", .org, Array("* TODO %^{Who|Bob|Ann} %^{Who} %^t\nDEADLINE: %^t %^T %^g".utf8))
    #expect(template.prompts.map(\.name) == ["Who", "date", "deadline", "date 2", "tags"])
    #expect(template.prompts[0].initial == "Bob")
    #expect(template.prompts[0].choices == ["Ann"])
    #expect(template.description == "* TODO %^{Who|Bob|Ann} %^{Who} %^t")
    #expect(throws: InputError.self) {
      try template.check("someday", for: "deadline", now: Self.now)
    }
    #expect(throws: InputError.self) { try template.check("a b-c", for: "tags", now: Self.now) }
    #expect(throws: InputError.self) { try template.check("a\n* b", for: "Who", now: Self.now) }
    try template.check("Zoe", for: "Who", now: Self.now)
  }
}
