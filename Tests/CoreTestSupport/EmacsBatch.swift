import Foundation
import Testing

/// Emacs as a judge of what is not a task: one process that runs Lisp and leaves lines of text.
package enum EmacsBatch {
  /// Runs Lisp in which `(say TEXT)` adds a text to the answers.
  ///
  /// - Parameter files: What lies in the folder `here`, by name.
  package static func answers(_ lisp: String, files: [String: String] = [:]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("emacs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let program = """
      (setq here "\(folder.path)/" answers nil coding-system-for-read 'utf-8 make-backup-files nil)
      (require 'json)
      (defun say (text) (push (or text "") answers))
      \(lisp)
      (let ((coding-system-for-write 'utf-8-unix))
        (with-temp-file (concat here "answers.json")
          (insert (json-encode (vconcat (nreverse answers))))))
      """
    try Data(program.utf8).write(to: folder.appendingPathComponent("run.el"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["emacs", "--batch", "-Q", "-l", folder.path + "/run.el"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": folder.path]) { $1 }
    let output = folder.appendingPathComponent("output")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let said = try String(decoding: Data(contentsOf: output), as: UTF8.self)
    try #require(process.terminationStatus == 0, "Emacs said: \(said)")
    return try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: folder.appendingPathComponent("answers.json")))
  }
}
