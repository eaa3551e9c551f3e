import Foundation
import TestSupport

/// Emacs as a judge of what is not a task: one process that runs Lisp and leaves lines of text.
package enum EmacsBatch {
  /// Runs Lisp in which `(say TEXT)` adds a text to the answers.
  ///
  /// - Parameter files: What lies in the folder `here`, by name.
  package static func answers(_ lisp: String, files: [String: String] = [:]) throws -> [String] {
    let world = try World()
    for (name, text) in files { try world.write(text, to: name) }
    let program = """
      (setq here "\(world.folder)/" answers nil coding-system-for-read 'utf-8 make-backup-files nil)
      (require 'json)
      (defun say (text) (push (or text "") answers))
      \(lisp)
      (let ((coding-system-for-write 'utf-8-unix))
        (with-temp-file (concat here "answers.json")
          (insert (json-encode (vconcat (nreverse answers))))))
      """
    try world.write(program, to: "run.el")
    _ = try Judge.run(
      "emacs", ["--batch", "-Q", "-l", world.path("run.el")], in: world, package: "emacs-nox",
      zone: "UTC")
    return try JSONDecoder().decode([String].self, from: Data(world.read("answers.json").utf8))
  }
}
