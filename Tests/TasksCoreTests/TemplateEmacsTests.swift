import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// Emacs's `org-capture-fill-template` on the same templates, with the same time and the same answers.
@Suite struct TemplateEmacsTests {
  /// Pieces that templates are made of; each prompt is answered with its name in lower case, a date with a fixed one.
  private static let pieces = [
    "%t", "%T", "%u", "%U", "%<%A %d %B %Y, week %V>", "%<%-d.%-m. %H:%M>", "%<%e|%j|%U|%W|%u|%w>",
    "%<%I:%M %p %y %b %a %F %R %D %C %G %k %l %h>", "%n", "%c", "%i", " - %i", "%^{Name}",
    "%^{A b|dflt|x|y}",
    "%^{Day}t", "%^{Day}U", "%\\1", "\\%t", "\\\\%t", "\\\\\\%t", "\\%^{x}", "100% sure", "%z",
    "%?", "%",
    "word", ":tag:", "* TODO ", "\\%(no)", "ž", "%<>", "%5", "[50%]", "%^x",
  ]

  @Test func templatesAreFilledAsInEmacs() throws {
    let seed: UInt64 = 20_261_120
    var generator = SeededGenerator(seed: seed)
    let templates = (0..<150).map { _ -> String in
      let lines = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...5, using: &generator))
          .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined(separator: " ")
      }
      // The first line has a prompt, so that each \1 has its answer. In a heading, Emacs would begin one a line of %i.
      return "* TODO %^{Name} x\n"
        + lines
        .map { $0.hasPrefix("* ") || $0.hasPrefix(":") ? $0.replacing("%i", with: "i") : $0 }
        .joined(separator: "\n")
    }
    let now = Timestamp(CivilDate(dayNumber: 20777), minute: 555)
    var ours: [String] = []
    for text in templates {
      var template: Template
      do {
        template = try Template("test", .org, Array(text.utf8))
      } catch {
        ours.append("refused")
        continue
      }
      var values = TemplateValues(now: now)
      for prompt in template.prompts {
        if case .date = prompt.kind { values.answers[prompt.name] = "2026-11-27 17:00" }
        if case .text = prompt.kind {
          values.answers[prompt.name] =
            prompt.initial.isEmpty
            ? prompt.name == "text" ? "enter string" : prompt.name.lowercased() : ""
        }
      }
      (values.words, values.input, values.clipboard) = ("%?", "in one\nin two", "clip")
      values.user = "Ann B"
      ours.append(String(decoding: try template.text(values), as: UTF8.self))
    }
    let files = Dictionary(
      uniqueKeysWithValues: templates.enumerated().map { ("\($0)", $1) })
    let theirs = try EmacsBatch.answers(
      """
      (setq org-modules nil)
      (require 'org-capture)
      (setq user-full-name "Ann B" kill-ring '("clip") org-inhibit-startup t)
      (defun org-completing-read (prompt &rest arguments)
        (let ((initial (nth 5 arguments)))
          (or initial (downcase (replace-regexp-in-string ": \\\\'" "" prompt)))))
      (defun org-read-date (&rest _)
        (setq org-time-was-given t)
        (encode-time 0 0 17 27 11 2026))
      (setq org-capture-plist
            (list :default-time (encode-time 0 15 9 20 11 2026) :buffer (get-buffer-create "x")))
      (dotimes (index \(templates.count))
        (say (org-capture-fill-template
              (with-temp-buffer
                (insert-file-contents (format "%s%d" here index)) (buffer-string))
              "in one\\nin two" "")))
      """, files: files)
    for (index, text) in templates.enumerated() where ours[index] != "refused" {
      #expect(ours[index] == theirs[index], "seed \(seed): \(text)")
    }
    #expect(ours.count { $0 != "refused" } > 100)
  }
}
