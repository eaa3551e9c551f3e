import Git
import Platform
import TasksCore

extension TaskStore {
  /// What to do so that git merges whole stores and not file by file; nil if it does, or if the repository holds more
  /// than the store.
  package var strategyAdvice: String? {
    let setup = CloneSetup(store: self)
    guard prefix.isEmpty, !setup.isStrategyFound else { return nil }
    return "git-merge-tasks is not on PATH: a plain git pull merges file by file only; "
      + "see tasks-sync(7)"
  }
}

/// The git configuration that each clone needs so that tasks merge as tasks (merge.md, "Setting up").
///
/// Checked whenever a store is opened; what is missing is added. Running it again changes nothing.
package struct CloneSetup {
  package let store: TaskStore

  package init(store: TaskStore) {
    self.store = store
  }

  func mend() throws {
    try mendDriver()
    try mendPlace()
    try mendSettings()
    try mendStrategy()
    try mendAttributes()
    try mendExclusions()
  }

  /// The driver's command line: this program, or git's own merge of texts once the program is gone. The path is
  /// absolute and quoted, since git passes the line to a shell.
  private var driver: String {
    var quoted = ""
    for scalar in store.context.program.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return CloneSetup.driverStart + "'\(quoted)'" + CloneSetup.driverEnd
  }

  private static let driverStart = "tasks="
  private static let driverEnd =
    "; if test -x \"$tasks\"; then exec \"$tasks\" merge-driver %O %A %B %L %P; fi; "
    + "exec git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"

  private func mendDriver() throws {
    if try store.repository.string("merge.tasks.name") == nil {
      try store.repository.set("merge.tasks.name", to: "tasks field by field")
    }
    let there = try store.repository.string("merge.tasks.driver")
    guard there == nil || !isUsable(there ?? "") else { return }
    try store.repository.set("merge.tasks.driver", to: driver)
    try? RegisteredClones(store.context.variable).add(store.root)
  }

  /// Takes out of the clone what ``mend()`` has put in, so that git works as it does without this program.
  ///
  /// A store in the top folder shares its settings with nothing else, so what may be the user's own goes too.
  package func forget() throws {
    var keys = ["merge.tasks.name", "merge.tasks.driver", StoreLocation.setting]
    keys += try ["merge.renames", "merge.directoryRenames", "pull.rebase"].filter {
      try store.prefix.isEmpty && store.repository.string($0) == "false"
    }
    if try store.repository.string("pull.twohead") == CloneSetup.strategy {
      keys.append("pull.twohead")
    }
    for key in keys where try store.repository.string(key) != nil {
      try store.repository.remove(key)
    }
    try leave(CloneSetup.attributes(for: store.prefix), in: attributesPath)
    try leave([exclusion], in: exclusionsPath)
    try RegisteredClones(store.context.variable).remove(store.root)
  }

  private func leave(_ lines: [String], in path: String) throws {
    guard let old = try? StoreFile.read(path), CloneSetup.missing(lines, in: old) != lines else {
      return
    }
    let kept = Text(bytes: old).lines.filter { !lines.contains($0.string) }
    try write(Array(kept.map { Array($0.bytes) }.joined(separator: [0x0A])), to: path)
  }

  /// Returns whether a driver line names an existing program; another build's path is left as it is.
  package func isUsable(_ line: String) -> Bool {
    guard line.hasPrefix(CloneSetup.driverStart), line.hasSuffix(CloneSetup.driverEnd) else {
      return false
    }
    if line == driver { return true }
    let word = line.dropFirst(CloneSetup.driverStart.count).dropLast(CloneSetup.driverEnd.count)
    guard word.hasPrefix("'"), word.hasSuffix("'"), word.count > 2 else { return false }
    return File.isExecutable(String(word.dropFirst().dropLast()))
  }

  /// Notes which folder of the work tree is the store, for commands that are called elsewhere in it.
  ///
  /// An earlier version turned git's detection of renames off for all of the repository; this undoes that once.
  private func mendPlace() throws {
    guard !store.prefix.isEmpty else { return }
    let key = StoreLocation.setting
    if let named = try store.repository.string(key),
      TaskStore.exists(at: store.workTreePath(named))
    {
      return
    }
    let renames = ["merge.renames", "merge.directoryRenames"]
    if try renames.allSatisfy({ try store.repository.string($0) == "false" }) {
      for setting in renames { try store.repository.remove(setting) }
    }
    try store.repository.set(key, to: String(store.prefix.dropLast()))
  }

  private func mendSettings() throws {
    var missing = try ["merge.renames", "merge.directoryRenames"].filter {
      try store.repository.string($0) == nil
    }
    // Since git 2.33 `git pull` of diverged branches refuses unless this is set.
    if try store.repository.string("pull.rebase") == nil,
      try store.repository.string("pull.ff") == nil
    {
      missing.append("pull.rebase")
    }
    guard !missing.isEmpty, try isOwnRepository() else { return }
    for key in missing { try store.repository.set(key, to: "false") }
  }

  private static let strategy = "tasks ort"

  /// Sets the merge strategy only while the program is on PATH: git fails a merge whose strategy it cannot find.
  private func mendStrategy() throws {
    let key = "pull.twohead"
    let ours = CloneSetup.strategy
    let there = try store.repository.string(key)
    if there == nil, isStrategyFound, try isOwnRepository() {
      try store.repository.set(key, to: ours)
    } else if there == ours, !isStrategyFound {
      try store.repository.remove(key)
    }
  }

  /// Says once that other things have come to a repository whose merges are ours.
  ///
  /// - Parameter tree: The last commit's. Its top is looked at; what came into a folder that was there is found by
  ///   `doctor`.
  func tellShared(_ tree: ObjectID) throws {
    guard store.prefix.isEmpty,
      try store.repository.string("pull.twohead") == CloneSetup.strategy
    else { return }
    let note = store.notesFolder + "/top"
    let known = try? StoreFile.read(note)
    let told = Array("told".utf8)
    let top = try store.repository.entries(ofTree: tree).map(\.path)
    let mark = Array(String(ByteHash.of(top.joined(separator: "/")), radix: 16).utf8)
    guard known != told, known != mark else { return }
    let isShared = try store.hasOtherContent()
    try StoreFile.write(isShared ? told : mark, to: note, durable: false)
    guard isShared else { return }
    store.context.say(
      "the repository has other content, which git merges with the strategy for stores, too; "
        + "move the store to a folder of its own with: tasks init tasks --move")
  }

  package var isStrategyFound: Bool { strategyFolder != nil }

  /// The folder on PATH in which git finds the strategy.
  package var strategyFolder: String? {
    (store.context.variable("PATH") ?? "").split(separator: ":").first {
      File.isExecutable("\($0)/git-merge-tasks")
    }.map(String.init)
  }

  /// Whether the repository holds nothing but the store, so that its settings are ours to make.
  private func isOwnRepository() throws -> Bool {
    try store.prefix.isEmpty && !store.hasOtherContent()
  }

  /// Adds the lines of `.gitattributes` to `info/attributes`, for a merge that only brings that file along.
  private func mendAttributes() throws {
    let old = try StoreFile.readIfThere(attributesPath) ?? []
    let missing = CloneSetup.missing(CloneSetup.attributes(for: store.prefix), in: old)
    if !missing.isEmpty { try write(CloneSetup.appending(missing, to: old), to: attributesPath) }
  }

  /// Excludes temporary sibling files, so that a `git status` or `git add` at the same moment skips them.
  private func mendExclusions() throws {
    let path = exclusionsPath
    // A link may lead to a file shared with other repositories.
    guard [nil, .regular].contains(File.kind(path)) else { return }
    let old = try StoreFile.readIfThere(path) ?? []
    let missing = CloneSetup.missing([exclusion], in: old)
    if !missing.isEmpty { try write(CloneSetup.appending(missing, to: old), to: path) }
  }

  private var exclusionsPath: String { store.repository.commonDirectory + "/info/exclude" }
  private var exclusion: String {
    let folder = store.prefix.isEmpty ? "" : "/\(CloneSetup.escaped(store.prefix))**/"
    return folder + SiblingNames.plain("*")
  }

  /// Moves our lines to the end of `info/attributes`: the last matching line counts.
  package func putAttributesLast() throws {
    let ours = CloneSetup.attributes(for: store.prefix)
    let old = try StoreFile.readIfThere(attributesPath) ?? []
    let others = Text(bytes: old).lines.filter { !ours.contains($0.string) }
    let kept = Array(others.map { Array($0.bytes) }.joined(separator: [0x0A]))
    try write(CloneSetup.appending(ours, to: kept), to: attributesPath)
  }

  private var attributesPath: String { store.repository.commonDirectory + "/info/attributes" }

  private func write(_ bytes: [UInt8], to path: String) throws {
    // Not its parents too: a store that has just been moved away must not be begun anew at its old place.
    mkdir(store.repository.commonDirectory + "/info", 0o777)
    try StoreFile.write(bytes, to: path + ".tasks-new", durable: false)
    try StoreFile.rename(path + ".tasks-new", to: path)
  }

  /// Returns the attribute lines of a store: for the folder `prefix` of a repository, or for all of it.
  static func attributes(for prefix: String) -> [String] {
    ["org", "md", "org.gpg"].map { ending in
      let pattern = prefix.isEmpty ? "*.\(ending)" : "/\(escaped(prefix))**/*.\(ending)"
      return "\(pattern) merge=tasks -text"
    }
  }

  static func missing(_ lines: [String], in file: [UInt8]) -> [String] {
    let there = Text(bytes: file).lines.map(\.string)
    return lines.filter { !there.contains($0) }
  }

  static func appending(_ lines: [String], to file: [UInt8]) -> [UInt8] {
    let gap: [UInt8] = file.isEmpty || file.last == 0x0A ? [] : [0x0A]
    return file + gap + Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Escapes the special characters of a pattern, and replaces blanks, which would end it.
  private static func escaped(_ path: String) -> String {
    path.unicodeScalars.map { scalar in
      if " \t\r\n".unicodeScalars.contains(scalar) { return "?" }
      return ("\\*?[]#!".unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
    }.joined()
  }
}
