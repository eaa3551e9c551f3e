import Foundation
import TestSupport
import Testing

/// Emacs as an independent reader: one process for many texts.
package enum OrgEmacs {
  package struct Heading: Decodable {
    package var todo: String?
    /// Whether the keyword means finished.
    package var isDone: Bool
    package var title: String
    package var priority: String?
    package var tags: [String]
    package var fileTags: [String]
    package var category: String?
    package var scheduled: String?
    package var deadline: String?
    package var closed: String?
    /// What Org reads of each of them, as ISO 8601 writes it.
    package var moments: [String?]
    /// Names in capitals.
    package var properties: [String: String]
    package var lint: [String]
    /// What the prepared call left behind.
    package var text: String
    /// Minutes on the clock.
    package var clocked: Int
  }

  /// What Org makes of each text, after `call` (Emacs Lisp, point on the first heading) was run on it.
  package static func read(
    _ files: [[UInt8]], lint: Bool = false, calls: [String] = [], now: String = "2026-11-20 10:00"
  ) throws -> [Heading?] {
    let world = try world(with: files)
    for (index, call) in calls.enumerated() { try world.write(call, to: "\(index).el") }
    _ = try run(
      program, "(read-all \"\(world.folder)\" \(files.count) \(lint ? "t" : "nil") \"\(now)\")",
      in: world)
    let decoded = try JSONDecoder().decode(
      [Heading?].self, from: Data(world.read("results.json").utf8))
    try #require(decoded.count == files.count)
    return decoded
  }

  /// What Emacs prints if it runs `program`, and then `call` with the path of a folder that has each text as
  /// `NUMBER.org`.
  package static func output(
    of program: String, on files: [[UInt8]], call: (String) -> String
  ) throws -> String {
    let world = try world(with: files)
    return try run(program, call(world.folder), in: world)
  }

  private static func world(with files: [[UInt8]]) throws -> World {
    let world = try World()
    for (index, bytes) in files.enumerated() {
      try Data(bytes).write(to: URL(fileURLWithPath: world.path("\(index).org")))
    }
    return world
  }

  private static func run(_ program: String, _ call: String, in world: World) throws -> String {
    try world.write(program, to: "read.el")
    return try Judge.run(
      "emacs", ["--batch", "-Q", "-l", world.path("read.el"), "--eval", call], in: world,
      package: "emacs-nox", zone: "UTC")
  }

  private static let program = #"""
    ;; Modules for mail, diaries and the like take most of the start.
    (setq org-modules nil)
    (require 'org)
    (require 'org-element)
    (require 'org-clock)
    (require 'json)
    (setq org-todo-keywords
          '((sequence "TODO(t)" "NEXT(n)" "WAIT(w@/!)" "|" "DONE(d)" "CANCELED(c@)"))
          org-inhibit-startup t org-log-into-drawer t org-log-done 'time org-adapt-indentation nil
          make-backup-files nil)
    (defun text-of (value) (and value (substring-no-properties value)))
    (defun stamp-of (heading name)
      (let ((stamp (org-element-property name heading)))
        (and stamp (text-of (org-element-property :raw-value stamp)))))
    (defun moment-of (heading name)
      (let* ((stamp (org-element-property name heading))
             (part (lambda (name) (org-element-property name stamp))))
        (and stamp (funcall part :year-start)
             (concat (apply #'format "%04d-%02d-%02d"
                            (mapcar part '(:year-start :month-start :day-start)))
                     (and (funcall part :hour-start)
                          (apply #'format "T%02d:%02d"
                                 (mapcar part '(:hour-start :minute-start))))))))
    (defun read-heading (lint)
      (let* ((heading (org-element-at-point))
             (priority (org-element-property :priority heading))
             (properties (make-hash-table :test 'equal)))
        (dolist (pair (org-entry-properties nil 'standard))
          (unless (equal (car pair) "CATEGORY") (puthash (car pair) (text-of (cdr pair)) properties)))
        (let ((own (org-entry-get nil "CATEGORY" nil)))
          (when own (puthash "CATEGORY" (text-of own) properties)))
        (list (cons "todo" (text-of (org-element-property :todo-keyword heading)))
              (cons "isDone" (if (eq (org-element-property :todo-type heading) 'done) t :json-false))
              (cons "title" (text-of (org-element-property :raw-value heading)))
              (cons "priority" (and priority (char-to-string priority)))
              (cons "tags" (vconcat (delete "" (mapcar #'text-of (org-element-property :tags heading)))))
              (cons "fileTags" (vconcat (mapcar #'text-of org-file-tags)))
              (cons "category" (text-of (org-get-category)))
              (cons "scheduled" (stamp-of heading :scheduled))
              (cons "deadline" (stamp-of heading :deadline))
              (cons "closed" (stamp-of heading :closed))
              (cons "moments" (vconcat (mapcar (lambda (name) (moment-of heading name))
                                               '(:scheduled :deadline :closed))))
              (cons "properties" properties)
              (cons "clocked" (save-excursion (save-restriction
                 (org-narrow-to-subtree) (org-clock-sum) org-clock-file-total-minutes)))
              (cons "text" (text-of (buffer-substring (point-min) (point-max))))
              (cons "lint" (if lint
                (vconcat (mapcar (lambda (report) (aref (cadr report) 2))
                                 (org-lint--generate-reports (current-buffer) org-lint--checkers)))
                [])))))
    (defun with-clock (action)
      "Run ACTION with the time standing still at `moment'."
      (let ((less (symbol-function 'time-less-p)) (minus (symbol-function 'time-subtract))
            (text (symbol-function 'format-time-string)) (decode (symbol-function 'decode-time))
            (seconds (symbol-function 'float-time)))
        (cl-letf (((symbol-function 'current-time) (lambda () moment))
                  ((symbol-function 'time-less-p)
                   (lambda (a b) (funcall less (or a moment) (or b moment))))
                  ((symbol-function 'time-subtract)
                   (lambda (a b) (funcall minus (or a moment) (or b moment))))
                  ((symbol-function 'format-time-string)
                   (lambda (f &optional time zone) (funcall text f (or time moment) zone)))
                  ((symbol-function 'decode-time)
                   (lambda (&optional time zone form) (funcall decode (or time moment) zone form)))
                  ((symbol-function 'float-time)
                   (lambda (&optional time) (funcall seconds (or time moment))))
                  ((symbol-function 'y-or-n-p) (lambda (&rest _) t))
                  ((symbol-function 'message) (lambda (&rest _) nil))
                  (this-command 'org-todo))
          (funcall action))))
    (defun at-heading ()
      (goto-char (point-min))
      (and (re-search-forward "^\\* " nil t) (progn (beginning-of-line) t)))
    (defun read-all (folder count lint now)
      (when lint (require 'org-lint) (require 'ox))
      (let ((results nil)
            (moment (encode-time (parse-time-string (concat now ":00")))))
        (dotimes (index count)
          (let ((file (format "%s/%d.org" folder index)) (call (format "%s/%d.el" folder index)))
            (with-temp-buffer
              (let ((coding-system-for-read 'utf-8)) (insert-file-contents file))
              (let ((org-mode-hook nil)) (org-mode))
              (push
               (when (at-heading)
                 (when (file-exists-p call)
                   (with-clock (lambda ()
                     (load call nil t t)
                     (when (memq 'org-add-log-note post-command-hook) (org-add-log-note))))
                   (at-heading))
                 (read-heading lint))
               results))))
        (let ((coding-system-for-write 'utf-8-unix))
          (with-temp-file (concat folder "/results.json")
            (insert (json-encode (vconcat (nreverse results))))))))
    """#
}
