import Foundation

/// A folder with a git repository.
struct Repository {
  let path: String
  let workshop: Workshop

  func command(_ arguments: [String]) -> Command {
    Command(workshop.git, ["-C", path] + arguments)
  }

  func run(_ arguments: String...) throws { try workshop.run(command(arguments)) }

  /// Returns the output of git without white space around it.
  func ask(_ arguments: String...) throws -> String {
    try workshop.output(of: command(arguments)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Loads commits into the repository, and has their files in the folder and in the index.
  func load(_ history: History) throws {
    let stream = workshop.folder + "/stream"
    try history.stream.write(to: URL(fileURLWithPath: stream))
    var load = command(["fast-import", "--quiet"])
    load.input = stream
    try workshop.run(load)
    try FileManager.default.removeItem(atPath: stream)
    try run("read-tree", "--reset", "-u", "HEAD")
    try settle()
    try expectClean()
  }

  /// Waits until the index trusts its notes about the files.
  func settle() throws {
    workshop.settle()
    try run("update-index", "-q", "--refresh")
  }

  func expectClean() throws {
    let status = try ask("status", "--porcelain")
    guard status.isEmpty else {
      throw BenchError.wrongResult("git status in \(path) is not clean:\n\(status.prefix(500))")
    }
  }

  /// Returns the number of commits.
  func height() throws -> Int { Int(try ask("rev-list", "--count", "HEAD")) ?? 0 }

  /// The bytes on disk that its git folder takes up. Folders are not counted, because git makes the 256 folders for
  /// loose objects only once.
  func size() -> Int {
    let names = FileManager.default.enumerator(atPath: path + "/.git")
    return names?.reduce(0) { size, name in
      var status = stat()
      guard lstat("\(path)/.git/\(name)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
        return size
      }
      return size + Int(status.st_blocks) * 512
    } ?? 0
  }
}

/// Commits in the input format of `git fast-import` (git-fast-import(1)), which packs ten thousand of them within a
/// second.
struct History {
  private(set) var stream = Data()
  /// The commit that the first one follows.
  private var parent: String?

  init(after parent: String?) { self.parent = parent }

  /// Adds a commit with files that are new or changed.
  mutating func commit(_ message: String, on branch: String = "main") {
    add("commit refs/heads/\(branch)\ncommitter Bench <bench@example.org> 1763632800 +0000\n")
    add(data: message)
    if let parent { add("from \(parent)\n") }
    parent = nil
  }

  mutating func file(_ path: String, _ text: String) {
    add("M 100644 inline \(path)\n")
    add(data: text)
  }

  /// Adds all tasks in one commit.
  mutating func add(_ sample: Sample) {
    commit("sample")
    for task in (0..<sample.count).lazy.map(sample.task) { file(task.path, task.text()) }
  }

  /// Adds as many commits as the sample has tasks: one that adds each task of the first half, and one that changes
  /// its title.
  mutating func addOneByOne(_ sample: Sample) {
    let tasks = (0..<sample.count / 2).map(sample.task)
    for task in tasks {
      commit("add")
      file(task.path, task.text())
    }
    for task in tasks {
      commit("modify")
      file(task.path, task.retitled)
    }
  }

  /// Adds all tasks, and then for one task in ten a note on the branch `theirs` and a new title on `main`.
  mutating func addParted(_ sample: Sample) {
    add(sample)
    let tasks = stride(from: 4, to: sample.count, by: 10).map(sample.task)
    parent = "refs/heads/main"
    commit("theirs", on: "theirs")
    for task in tasks { file(task.path, task.noted) }
    commit("ours")
    for task in tasks { file(task.path, task.retitled) }
  }

  private mutating func add(_ text: String) { stream.append(contentsOf: text.utf8) }

  private mutating func add(data text: String) { add("data \(text.utf8.count)\n\(text)\n") }
}

extension Workshop {
  enum Kind {
    /// A store made by `tasks`, without a limit on open tasks.
    case tasks
    /// A git repository without settings of `tasks`.
    case plain
  }

  /// Makes a repository with a history in a pack and an up-to-date index.
  func makeStore(
    _ kind: Kind, at path: String, _ add: (inout History) -> Void
  ) throws -> Repository {
    let repository = Repository(path: path, workshop: self)
    switch kind {
    case .tasks: try makeEmptyStore(at: path)
    case .plain: try run(Command(git, ["init", "-q", path]))
    }
    var history = History(after: kind == .tasks ? "refs/heads/main^0" : nil)
    add(&history)
    try repository.load(history)
    return repository
  }

  func makeEmptyStore(at path: String) throws {
    try run(Command(tasks, ["init", path]))
    var setting = Command(tasks, ["config", "max-open", "0"])
    setting.variables = ["TASKS_DIR": path]
    try run(setting)
  }
}
