import ArgumentParser
import Platform
import TasksStore
import TasksTerminal

struct Demo: Verb {
  static let names = "demo"
  static let configuration = CommandConfiguration(
    of: Demo.self,
    abstract: "Show how git pull merges a task that two clones have changed.",
    discussion: """
      The demo runs in a temporary folder and removes it at the end.

        tasks demo
        tasks demo --keep
      """)

  @Flag(help: "Keep the folder and print its path.")
  var keep = false

  func run() throws {
    var template = Array("/tmp/tasks-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError("cannot create a temporary folder in /tmp", code: .failed)
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { if !keep { _ = try? Program("rm", ["-rf", folder]).run() } }
    try DemoScript(folder: folder).run()
    if keep { Conversation.say("the two stores are in \(folder)") }
  }
}

/// The commands of the demonstration, printed with their output.
private struct DemoScript {
  let folder: String

  func run() throws {
    say("A store on the laptop, with two tasks")
    try git(".", "init", "--quiet", "--bare", "hub.git")
    try tasks(".", "init", "laptop")
    try tasks(
      "laptop", "add", "Call Bob about invoice 42", "+phone", "@office", "list:work", "due:fri")
    try tasks("laptop", "add", "Water the plants", "every:.+3d", "due:today")
    try git("laptop", "remote", "add", "origin", "../hub.git")
    try git("laptop", "push", "--quiet", "--set-upstream", "origin", "HEAD")

    say("A second clone, on the desktop; both are changed")
    try tasks(".", "clone", "hub.git", "desktop")
    let id = try shortID()
    try tasks("laptop", "modify", id, "pri:A", "+urgent", "-phone")
    try tasks("laptop", "add", "Buy stamps")
    try tasks(
      "desktop", "modify", id, "title:Call Bob about invoices 42 and 43", "+paper", "due:3d")
    try tasks("desktop", "note", id, "He is in after ten.")
    try git("desktop", "push", "--quiet")

    say("A plain git pull on the laptop: no conflict, nothing lost")
    try git("laptop", "pull", "--quiet", "--no-edit")
    try tasks("laptop", "list")
    try tasks("laptop", "show", id)
    try tasks("laptop", "log", id)
    try git("laptop", "push", "--quiet")

    say("A git pull --rebase on the desktop, after both have changed the task again")
    try tasks("laptop", "done", id)
    try git("laptop", "push", "--quiet")
    try tasks("desktop", "modify", id, "effort:30", "+call")
    try git("desktop", "pull", "--quiet", "--rebase")
    try tasks("desktop", "list", "--done")
    try git("desktop", "status", "--short", "--branch")
  }

  private func shortID() throws -> String {
    let outcome = try program(
      OwnProgram.path, "laptop", ["list", "--format", "{short}", "Bob"]
    ).run()
    return String(decoding: outcome.output.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private func say(_ text: String) {
    try? Output.write(Array("\n# \(text)\n".utf8))
  }

  private func tasks(_ place: String, _ arguments: String...) throws {
    try step("tasks", program(OwnProgram.path, place, arguments), place)
  }

  private func git(_ place: String, _ arguments: String...) throws {
    try step("git", program("git", place, arguments), place)
  }

  private func step(_ name: String, _ program: Program, _ place: String) throws {
    let words = program.arguments.map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }
    let prompt = place == "." ? "$" : "\(place)$"
    try Output.write(Array("\(prompt) \(name) \(words.joined(separator: " "))\n".utf8))
    let outcome = try program.run()
    try Output.write(outcome.output + outcome.errors)
    guard outcome.status == 0 else {
      throw CommandError("\(name) exited with status \(outcome.status)", code: .failed)
    }
  }

  /// Returns a program that runs without the user's own settings. git finds this program through the absolute path
  /// in the clone's configuration.
  private func program(_ path: String, _ place: String, _ arguments: [String]) -> Program {
    Program(
      path, arguments, folder: folder + "/" + place,
      environment: [
        "TASKS_DIR": nil, "TASKS_DEVICE": place == "." ? arguments.last : place, "HOME": folder,
        "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Demo",
        "GIT_AUTHOR_EMAIL": "demo@example.org",
        "GIT_COMMITTER_NAME": "Demo", "GIT_COMMITTER_EMAIL": "demo@example.org",
      ])
  }
}
