import CoreTestSupport
import TasksExchange
import TestSupport
import Testing

/// Emacs Lisp as data; Emacs's `read` is the judge.
@Suite struct LispReaderTests {
  /// The form in a notation that Emacs can print too.
  private static func printed(_ form: LispForm) -> String {
    switch form.value {
    case .symbol(let name): "<\(name)>"
    case .integer(let number): "i\(number)"
    case .number(let number): number == number.rounded() ? "n\(Int(number)).0" : "n\(number)"
    case .string(let text): "{\(text)}"
    case .vector(let elements): "[" + elements.map(printed).joined(separator: " ") + "]"
    case .list(let elements, let tail):
      "(" + elements.map(printed).joined(separator: " ") + (tail.map { " . " + printed($0) } ?? "")
        + ")"
    }
  }

  private static let printer = """
    (defun shown (form)
      (cond ((symbolp form) (format "<%s>" (symbol-name form)))
            ((integerp form) (format "i%d" form))
            ((floatp form) (format "n%s" form))
            ((stringp form) (format "{%s}" (substring-no-properties form)))
            ((vectorp form) (concat "[" (mapconcat #'shown form " ") "]"))
            ((consp form)
             (let (parts)
               (while (consp form) (push (shown (pop form)) parts))
               (concat "(" (mapconcat #'identity (nreverse parts) " ")
                       (if form (concat " . " (shown form)) "") ")")))
            (t "?")))
    (defun read-all (text)
      (let ((place 0) forms result)
        (condition-case nil
            (while t
              (setq result (read-from-string text place))
              (push (shown (car result)) forms)
              (setq place (cdr result)))
          (error nil))
        (mapconcat #'identity (nreverse forms) "\\n")))
    """

  private static let atoms = [
    "a", "foo-bar", ":key", "nil", "t", "()", "12", "-7", "+3", "5.", "1.5", "-.5", "1e3", "2.5E-2",
    "1+", "-", "+",
    "a.b", "...", "a\\ b", "\\123", "\"s\"", "\"a\\nb\"", "\"a\\\nb\"", "\"q\\\"q\\\\\"",
    "\"\\x41\\ b\"", "\"\\101x\"",
    "\"ž \\u017e\"", "\"multi\nline\"", "?a", "?\\n", "?ž", "?\\s", "?\\C-a", "?\\^A", "?\\M-x",
    "?\\x41", "?\\101",
    "?\\C-\\M-b", "?\\(", "?\\\\", "?\\S-a", "?\\C-?", "?\\s-a", "?\\d", "?\\e", "?\\N{U+41}",
    "#x1F", "#b101", "#o17",
    "#'car", "#:un", "'x", "`x", ",x", ",@x", "?;", "\"; no comment\"", "1.", "--1", "1a", "e3",
    "1e", "%",
    "#(\"str\" 0 1 (face x))", "\\?x", "x?",
  ]

  private static func form(_ generator: inout SeededGenerator, depth: Int) -> String {
    if depth == 0 || generator.chance(40) { return generator.pick(atoms) }
    let parts = (0..<generator.below(5)).map { _ in form(&generator, depth: depth - 1) }
    let inner = parts.joined(separator: generator.pick([" ", "\n", "\t ", " ;c )\n"]))
    switch generator.below(8) {
    case 0: return "[\(inner)]"
    case 1: return "'(\(inner))"
    case 2: return "`(\(inner) ,\(form(&generator, depth: 0)))"
    case 3 where !parts.isEmpty: return "(\(inner) . \(form(&generator, depth: depth - 1)))"
    default: return "(\(inner))"
    }
  }

  @Test func formsAreReadAsInEmacs() throws {
    let seed: UInt64 = 28
    var generator = SeededGenerator(seed: seed)
    let texts =
      Self.atoms + ["a'b", "(a 'b)", "a;b"]
      + (0..<300).map { _ in
        (0..<3).map { _ in Self.form(&generator, depth: 4) }.joined(separator: "\n") + "\n"
      }
    let ours = try texts.map { text in
      try LispReader.read(Array(text.utf8)).map(Self.printed).joined(separator: "\n")
    }
    let files = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("\($0)", $1) })
    let theirs = try EmacsBatch.answers(
      Self.printer + """

        (dotimes (index \(texts.count))
          (say (read-all (with-temp-buffer
                           (insert-file-contents (format "%s%d" here index)) (buffer-string)))))
        """, files: files)
    for (index, text) in texts.enumerated() {
      #expect(ours[index] == theirs[index], "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    ("(a\n(b)\n", "line 1: the ( that begins here is never closed"),
    ("a\n)", "line 2: this ) closes nothing"), ("\n\"abc", "line 2: the \" that begins"),
    ("[a\n(b]", "line 2: this ] closes nothing"), ("(a . )", "line 1: a dot"),
    ("(a . b c)", "line 1: a dot"), ("( . b)", "line 1: a dot"), ("'", "line 1: a form is missing"),
    ("(a ')", "line 1: a form is missing"), ("#[1 2]", "line 1: '#['"),
    ("?", "line 1: this is not"),
    ("\"\\x\"", "line 1: this is not"),
  ]) func errorsNameTheLine(_ text: String, _ message: String) {
    do throws(LispError) {
      _ = try LispReader.read(Array(text.utf8))
      Issue.record("\(text) is read")
    } catch {
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test func depthIsBounded() {
    let text = String(repeating: "(", count: 100_000)
    #expect(throws: LispError.tooDeep(line: 1)) { try LispReader.read(Array(text.utf8)) }
    let quotes = String(repeating: "'", count: 100_000) + "a"
    #expect(throws: LispError.tooDeep(line: 1)) { try LispReader.read(Array(quotes.utf8)) }
  }
}
