import Testing

@testable import TasksCore

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
    ("^a{,2}$", "", true), ("^(ab){2}$", "abab", true), ("a*?b", "aab", true), ("a+?$", "a", true),
    ("příšerně", "PŘÍŠERNĚ žluťoučký", true), ("[á-ž]", "Č", true), ("ΣΊΣΥΦΟΣ", "σίσυφος", true),
    ("\\w", "é", true), ("\\w", "日", true), ("\\bé", "xé", false), ("日本.$", "日本語", true),
    ("(a*)*b", "aaab", true), ("(a*)*b", "aaa", false), ("(a|a)*$", "aaa", true),
    ("(^a|b)c", "ac", true), ("(^a|b)c", "xac", false), ("x*", "", true), ("\\.", "a", false),
    ("\\/", "/", true), ("a\\tb", "a\tb", true), ("a\\nb", "a\nb", true), ("}", "}", true),
    ("😀+", "a😀😀", true), ("[😀-😂]", "😁", true), ("[^x]", "\n", true), ("(b|$)^", "a\n", true),
    ("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false),
  ])
  func found(_ expression: String, _ text: String, _ expected: Bool) throws {
    #expect(try Pattern(expression).isFound(in: Text(text)) == expected)
  }

  @Test(arguments: [
    ("*a", Pattern.Fault.Reason.nothingToRepeat, 0), ("a|+", .nothingToRepeat, 2),
    ("a)", .unopenedGroup, 1), ("a(b", .unclosedGroup, 1), ("a[b", .unclosedSet, 1),
    ("[]", .unclosedSet, 0), ("[z-a]", .reversedRange, 1), ("[a-\\d]", .reversedRange, 1),
    ("a{", .badRepetition, 1), ("a{3,2}", .badRepetition, 1), ("a{x}", .badRepetition, 1),
    ("a\\", .endsInEscape, 1), ("a\\y", .unknownEscape, 2), ("\\1", .unknownEscape, 1),
    ("((a{100}){100}){100}", .tooLarge, 0), ("(){0,10000}", .tooLarge, 0),
  ])
  func fault(_ expression: String, _ reason: Pattern.Fault.Reason, _ offset: Int) {
    #expect(throws: Pattern.Fault(reason: reason, offset: offset)) { try Pattern(expression) }
  }

  @Test func deepGroupsAreRefused() {
    let deep = String(repeating: "(", count: 50_000)
    #expect(throws: Pattern.Fault.self) { try Pattern(deep) }
  }

  /// A backtracking matcher would not come back.
  @Test func timeIsLinear() throws {
    let text = Text(String(repeating: "a", count: 20_000))
    #expect(try !Pattern("(a*)*(a*)*(a|aa)*b").isFound(in: text))
    #expect(try Pattern(String(repeating: "a?", count: 100) + "a{100}$").isFound(in: text))
  }

  @Test func strayBytesDoNoHarm() throws {
    let text = Text(bytes: [0x61, 0xFF, 0x62, 0xC3])
    #expect(try Pattern("a.b").isFound(in: text))
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
