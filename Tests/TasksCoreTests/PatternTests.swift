import TasksCore
import Testing

struct PatternTests {
  /// What Python 3.12 says to `re.search(expression, text, re.I | re.M)`.
  @Test(arguments: [
    ("abc", "xABCx", true), ("abc", "ab", false), ("", "", true), ("", "x", true),
    ("a.c", "a\nc", false), ("a.c", "a-c", true), ("a.c", "aéc", true), ("^b", "a\nb", true),
    ("^b", "ab", false), ("a$", "a\nb", true), ("a$", "ab", false), ("^$", "", true),
    ("^$", "a\n\nb", true), ("^$", "a", false), ("ab*c", "ac", true), ("ab*c", "abbbc", true),
    ("ab+c", "ac", false), ("ab?c", "abbc", false), ("ab?c", "abc", true), ("a|b", "b", true),
    ("(a|b)c", "bc", true), ("(a|b)c", "c", false), ("(a|)c", "c", true),
    ("(?:ab)+$", "abab", true),
    ("[abc]x", "bx", true), ("[^abc]x", "bx", false), ("[^abc]x", "dx", true),
    ("[a-f]+$", "FACE", true), ("[A-F]+$", "face", true), ("[^a-f]", "FACE", false),
    ("[]x]", "]", true), ("[^]]", "]", false), ("[a-]", "-", true), ("[\\]]", "]", true),
    ("[\\d.]+$", "3.14", true), ("[\\D]", "3", false), ("\\d\\d:\\d\\d", "at 17:00", true),
    ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
    ("\\Bcat", "cat", false), ("\\w+@\\w+\\.\\w+", "bob@example.org", true), ("\\s", "ab", false),
    ("\\s", "a\tb", true), ("\\S\\s\\S", "a b", true), ("\\W", "ab_9", false), ("\\W", "a-b", true),
    ("a{2}", "aa", true), ("a{2}", "a", false), ("^a{2,3}$", "aaaa", false),
    ("^a{2,}$", "aaaa", true),
    ("^(ab){2}$", "abab", true), ("a*?b", "aab", true), ("a+?$", "a", true),
    ("příšerně", "PŘÍŠERNĚ žluťoučký", true), ("[á-ž]", "Č", true), ("ΣΊΣΥΦΟΣ", "σίσυφος", true),
    ("\\w", "é", true), ("\\w", "日", true), ("\\bé", "xé", false), ("日本.$", "日本語", true),
    ("(a*)*b", "aaab", true), ("(a*)*b", "aaa", false), ("(a|a)*$", "aaa", true),
    ("(^a|b)c", "ac", true), ("(^a|b)c", "xac", false), ("x*", "", true), ("\\.", "a", false),
    ("\\/", "/", true), ("a\\tb", "a\tb", true), ("a\\nb", "a\nb", true), ("}", "}", true),
    ("😀+", "a😀😀", true), ("[😀-😂]", "😁", true), ("[^x]", "\n", true), ("(b|$)^", "a\n", true),
  ])
  func found(_ expression: String, _ text: String, _ expected: Bool) throws {
    #expect(try Pattern(expression).isFound(in: Text(text)) == expected)
  }

  @Test(arguments: [
    ("*a", 0), ("a|+", 2), ("a)", 1), ("a(b", 3), ("a[b", 3), ("[]", 2), ("[z-a]", 3),
    ("a{3,2}", 5), ("a\\", 2), ("a\\y", 2), ("\\1", 1), ("příš(", 8), ("(?<=a+)b", 0),
    ("((a{100}){100}){100}", 20),
  ])
  func fault(_ expression: String, _ offset: Int) throws {
    let fault = #expect(throws: Pattern.Fault.self) { try Pattern(expression) }
    // Where exactly is PCRE2's own affair, and may change with it.
    let found = try #require(fault)
    #expect(abs(found.offset - offset) <= 2 && found.offset <= expression.utf8.count)
    #expect(!found.message.isEmpty)
  }

  @Test func deepGroupsAreRefused() {
    let deep = String(repeating: "(", count: 50_000)
    #expect(throws: Pattern.Fault.self) { try Pattern(deep) }
  }

  /// What would take for ever, or gigabytes, is an error: on one piece so many times, and an end.
  @Test(arguments: [
    ("(a+)+$", "a", 40), ("(a|aa)+c?$", "a", 60), ("a*[bc]", "a", 200_000),
    ("[^x]*x+y", "a b\n", 50_000), ("(.|\\n)*x(?!.)(?<!x)", "ab\n", 700_000),
  ])
  func tooMuchWorkIsAnError(_ expression: String, _ piece: String, _ count: Int) throws {
    let text = Text(String(repeating: piece, count: count) + "~x y")
    let pattern = try Pattern(expression)
    let failure = #expect(throws: Pattern.Failure.self) { try pattern.isFound(in: text) }
    #expect(failure?.message.contains("limit") == true)
    #expect(failure?.expression == Text(expression))
  }

  /// Texts as long as a file may be are no work for what is plain.
  @Test(arguments: ["x$", "^b.*b$", "(foo|bar)+", "a.c", "\\bword\\b", "[xyz]{3}"])
  func longTexts(_ expression: String) throws {
    let text = Text(String(repeating: "aa bb cc\n", count: 900_000))
    #expect(try !Pattern(expression).isFound(in: text))
  }

  @Test func identityIsTheExpression() throws {
    #expect(try Pattern("a.b") == Pattern("a.b"))
    #expect(try Pattern("a.b") != Pattern("A.b"))
    // Two spellings of a letter are one string, and two expressions.
    #expect(try Pattern("\u{E9}") != Pattern("e\u{301}"))
    #expect(try Set([Pattern("a"), Pattern("a"), Pattern("b")]).count == 2)
  }

  @Test func strayBytesDoNoHarm() throws {
    let text = Text(bytes: [0x61, 0xFF, 0x62, 0xC3])
    #expect(try Pattern("a.b").isFound(in: text))
    #expect(try !Pattern("é").isFound(in: text))
    #expect(try Pattern("b[^c]$").isFound(in: text))
    #expect(TextSearch("B").isFound(in: text))
    #expect(!TextSearch("é").isFound(in: text))
  }

  @Test(arguments: [
    ("bob", "Call BOB", true), ("bob", "bo", false), ("", "", true), ("aab", "aaab", true),
    ("PŘÍ", "Kůň příšerně", true), ("é", "e", false), ("ς", "ΟΔΟΣ", true), ("ß", "STRASSE", false),
    ("ß", "ẞ", true), ("日本", "東日本", true), ("b", "", false), ("λλ", "λ", false),
    ("жук", "ЖУК", true),
    ("[1/3]", "x [1/3]", true), ("@", "`", false), ("[", "{", false),
  ])
  func search(_ word: String, _ text: String, _ expected: Bool) {
    #expect(TextSearch(word).isFound(in: Text(text)) == expected)
  }
}
