/// A task file of any length that contains every common construct.
struct SampleFile {
  let ending: String
  private let head: String
  /// The lines of the notes, repeated as often as needed.
  private let lines: [String]
  private let last: String

  static let all = [org, markdown]

  /// Returns the text, padded to `bytes` bytes.
  func text(bytes: Int) -> String {
    var text = head
    var number = 0
    while text.utf8.count + lines[number % lines.count].utf8.count + last.utf8.count < bytes {
      text += lines[number % lines.count]
      number += 1
    }
    let missing = bytes - text.utf8.count - last.utf8.count
    return text + String(repeating: "x", count: max(missing, 0)) + last
  }

  private static let org = SampleFile(
    ending: "org",
    head: """
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * WAIT [#A] Call Bob about it :phone:
      DEADLINE: <2026-11-27 Fri 17:00 ++1w -3d>
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :RANK:     1024.5
      :CREATED:  [2026-11-20 Fri 09:15]
      :CATEGORY: work
      :END:
      :LOGBOOK:
      - State "WAIT"       from "TODO"       [2026-11-20 Fri 10:30]
      :END:

      See [[https://example.org][42]].


      """,
    lines: [
      "- [ ] find the *number* in [[file:notes.org][the notes]]\n", "  - [X] read the contract\n",
      "\nThe rest is ~code~ and <2026-12-01 Tue>, written in several words.\n",
      "| one | two |\n| 1 | 2 |\n\n",
    ], last: "\n")

  private static let markdown = SampleFile(
    ending: "md",
    head: """
      ---
      id: k7mq2xw4tz9nbcde
      rank: 1024.5
      created: 2026-11-20T09:15
      title: Call Bob about the invoice
      status: waiting
      priority: high
      list: work
      tags:
        - phone
      contexts:
        - "@office"
      due: 2026-11-27T17:00
      due_warning: 3d
      repeat: "++1w"
      ---

      See [42](https://example.org).

      ## Log

      - 2026-11-20 10:30 WAIT from TODO: for Bob to call back

      ## Notes


      """,
    lines: [
      "- [ ] find the *number* in [the notes](notes.md)\n", "  - [x] read the contract\n",
      "\nThe rest is `code` and 2026-12-01, written in several words.\n",
      "\n| one | two |\n| --- | --- |\n| 1 | 2 |\n\n",
    ], last: "\n")
}
