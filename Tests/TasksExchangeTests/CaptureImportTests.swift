import TasksCore
import TasksExchange
import Testing

/// `org-capture-templates` as template files.
@Suite struct CaptureImportTests {
  static let entry = #"("t" "A todo" entry (file "~/org/gtd.org") "* TODO %?\n  %i")"#

  private func read(_ text: String) throws -> CaptureImport? {
    CaptureImport(try InitFile(Array(text.utf8)), workflow: .standard)
  }

  @Test(arguments: [
    "(setq org-directory \"~/org\" org-capture-templates '(ENTRY))",
    "(setq-default org-capture-templates `(ENTRY))",
    "(customize-set-variable 'org-capture-templates '(ENTRY))",
    "(custom-set-variables '(a 1) '(org-capture-templates '(ENTRY)))",
    "(use-package org :ensure t :custom (a 1) (org-capture-templates '(ENTRY)) :config (x))",
    "(with-eval-after-load 'org (add-to-list 'org-capture-templates 'ENTRY))",
    "(use-package org :config (setq org-capture-templates (list 'ENTRY)))",
    "(setq org-capture-templates '((\"x\" \"y\")))(setq org-capture-templates (append org-capture-templates '(ENTRY)))",
    "(setq org-capture-templates nil) (push 'ENTRY org-capture-templates)",
    "(defun f () \"doc ( \" (interactive) ; (\n (setq org-capture-templates '(ENTRY)))",
  ]) func templatesAreFound(_ text: String) throws {
    let found = try #require(try read(text.replacing("ENTRY", with: Self.entry)))
    #expect(found.remarks == [])
    #expect(found.entries.map(\.name) == ["a-todo"])
    #expect(
      String(decoding: found.entries[0].text, as: UTF8.self)
        == "# A todo\n* TODO %?\n:PROPERTIES:\n:CATEGORY: gtd\n:END:\n  %i\n")
  }

  @Test(arguments: [
    (
      #"entry (file+headline "t.org" "Some/Head") "* %?\nSCHEDULED: %t\n** Sub""#, "t/Some-Head",
      "* TODO %?\nSCHEDULED: %t\n:PROPERTIES:\n:CATEGORY: t/Some-Head\n:END:\n** Sub"
    ),
    (
      #"entry (file+olp "t.org" "A" "B") "** NEXT %?\n*** Sub\n""#, "t/A/B",
      "* NEXT %?\n:PROPERTIES:\n:CATEGORY: t/A/B\n:END:\n** Sub"
    ),
    (
      #"entry (file "") "* DONE x\n  :PROPERTIES:\n  :A: b\n  :END:""#, "inbox",
      "* DONE x\n  :PROPERTIES:\n:CATEGORY: inbox\n  :A: b\n  :END:"
    ),
    (
      #"entry (file+datetree "diary.org") "plain %?" :empty-lines 1"#, "diary",
      "* TODO plain %?\n:PROPERTIES:\n:CATEGORY: diary\n:END:"
    ),
    (
      #"entry (file org-default-notes-file)"#, "inbox",
      "* TODO %?\n:PROPERTIES:\n:CATEGORY: inbox\n:END:\n%a"
    ),
    (
      #"entry (id "abc") "* TODO %^{X}\n:PROPERTIES:\n:CATEGORY: own\n:END:""#, "inbox",
      "* TODO %^{X}\n:PROPERTIES:\n:CATEGORY: own\n:END:"
    ),
  ]) func textsBecomeTasks(_ rest: String, _ list: String, _ text: String) throws {
    let found = try #require(try read("(setq org-capture-templates '((\"k\" \"T\" \(rest))))"))
    // Those without a keyword make tasks.
    let isTask = ["* NEXT", "* DONE", "* TODO %^"].contains { text.hasPrefix($0) }
    #expect(found.remarks.isEmpty == isTask)
    let entry = try #require(found.entries.first)
    #expect(entry.list == Text(list))
    #expect(String(decoding: entry.text, as: UTF8.self) == "# T\n\(text)\n")
  }

  @Test func whatNeedsLispIsLeftOut() throws {
    let found = try #require(
      try read(
        #"""
        (setq org-capture-templates
          `(("w" "Work")
            ("wa" "Fn" entry (file my-file) "* %?")
            ("wb" "Text" entry (file "a.org") (function make))
            ("wc" "Own" entry (file "a.org") (file "tpl.org"))
            ("wd" "Line" table-line (file "a.org") "| %U |")
            ("we" "Sexp" entry (file "a.org") "* TODO %(f)")
            ("wf" "Clock" entry (clock) "* TODO x")
            ("wg" "Join" entry (file ,(concat dir "/x.org")) "* TODO x")
            ("wh" "Link" entry (file "a.org") "* TODO %:link")
            ,(make-entry)
            ("wi" "Good" entry (file "a.org") "* TODO x" :clock-in t :hook f)
            ("wj" "Good" entry (file "a.org") "* TODO y")))
        (add-to-list 'org-capture-templates (make-other))
        """#))
    #expect(found.entries.map(\.name) == ["good", "good-wj"])
    #expect(
      found.remarks.map(\.line) == [11, 14, 3, 4, 5, 6, 7, 8, 9, 10, 12], "\(found.remarks)")
    #expect(found.remarks[2].message == "line 3: 'Fn' is left out: its file is found by Lisp")
    #expect(found.remarks[10].text == "'Good' is imported without :clock-in, :hook")
    #expect(try read("(setq a 1)") == nil)
  }
}
