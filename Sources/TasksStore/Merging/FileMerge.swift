import Git
import Platform
import TasksCore

/// The merge driver: merges one file as git asks for it, three files in, the result in place of ours
/// (gitattributes(5), "Defining a custom merge driver"). Opens the repository only if the later change is to be
/// preferred.
package struct FileMerge {
  let base: String
  let ours: String
  let theirs: String
  let markerSize: Int
  /// The path in the repository, whose top is the current folder.
  let path: String
  let environment: [String]
  let gitDirectory: String
  let say: (String) -> Void
  let open: () throws -> TaskStore?

  /// - Parameters:
  ///   - gitDirectory: `GIT_DIR`, or `.git`.
  ///   - open: Opens the store, if its history is needed.
  package init(
    base: String, ours: String, theirs: String, markerSize: Int, path: String,
    environment: [String], gitDirectory: String, say: @escaping (String) -> Void,
    open: @escaping () throws -> TaskStore?
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.markerSize = markerSize
    self.path = path
    self.environment = environment
    self.gitDirectory = gitDirectory
    self.say = say
    self.open = open
  }

  /// Returns the side that holds the changes of the person at this machine (merge.md, "Words").
  ///
  /// A merge of merge bases has longer markers and no local side. `git merge` exports `GITHEAD_<sha>`; there ours is
  /// local. Everything else that calls the driver carries a change over, and that change is theirs.
  ///
  /// - Parameter usualSize: The length of markers in a merge that is not one of merge bases.
  static func localSide(
    markerSize: Int, usualSize: Int = MarkedText.usualLength, environment names: [String]
  ) -> Side? {
    if markerSize > usualSize { return nil }
    return names.contains { $0.hasPrefix("GITHEAD_") } ? .ours : .theirs
  }

  /// Merges the file; returns the exit status for git: 0 if merged, 1 for a conflict that is left in the file.
  package func run() throws -> Int32 {
    let store = try StoreOfPath(path)
    let versions = try ThreeWay<[UInt8]>(base: read(base), ours: read(ours), theirs: read(theirs))
    // git passes an empty ancestor if both sides added the file.
    let ancestor = versions.base.flatMap { $0.isEmpty ? nil : $0 }
    let workflow = store.workflow
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      TaskMerge.Version(bytes, path: store.path, workflow: workflow)
    }
    let local = FileMerge.localSide(
      markerSize: markerSize, usualSize: try usualMarkerSize(), environment: environment)
    let latest = local == nil ? nil : try latestChange(store)
    let changes = latest?.of([path])
    let tools = MergeTools(
      lines: TaskMerge.linesAsInGit, cipher: GnuPG(Machine.variable), fields: store.fields)
    if EncryptedFile.taskPath(of: store.path) != nil {
      let files = ThreeWay(base: ancestor, ours: versions.ours, theirs: versions.theirs)
      guard
        let merged = EncryptedFile.merged(
          files, path: store.path, workflow: workflow, local: local, with: tools)
      else {
        say("\(path) is encrypted, and cannot be decrypted here to be merged")
        return 1
      }
      try write(merged)
      return 0
    }
    let outcome = TaskMerge.merge(
      base: ancestor.map(version), ours: version(versions.ours), theirs: version(versions.theirs),
      local: latest == nil ? local : nil, prefer: changes?.newer, with: tools)
    try changes?.check()
    switch outcome {
    case .merged(let bytes, let dropped):
      try write(bytes)
      for value in dropped where value.isRefused {
        say("\(path): \(value.field) could not be written and is kept in the log")
      }
      return 0
    case .unreadable(let bytes):
      try write(bytes)
      say(TreeMerge.keepsLines(path))
      return 0
    case .differentIDs:
      say("\(path) holds two different tasks: neither is changed")
      return 1
    case .notATask:
      return try mergeAsGit()
    }
  }

  /// Returns the length of the file's markers in a merge that is not one of merge bases. Asks git only if the given
  /// length is not the default.
  private func usualMarkerSize() throws -> Int {
    guard markerSize != MarkedText.usualLength else { return markerSize }
    let answer = try GitProgram(folder: ".")
      .run(["check-attr", "-z", "conflict-marker-size", "--", path])
    let words = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    let size = words.count > 2 ? Int(String(decoding: words[2], as: UTF8.self)) : nil
    return size.flatMap { $0 > 0 ? $0 : nil } ?? MarkedText.usualLength
  }

  /// Returns nil if the local side's value is preferred.
  private func latestChange(_ place: StoreOfPath) throws -> LatestChange? {
    guard MergeTips.mayPreferLatest(settings: place.settings, gitDirectory: gitDirectory),
      let store = try open(), let tips = try MergeTips(environment: environment, in: store)
    else { return nil }
    return try LatestChange(ours: tips.ours, theirs: tips.theirs, in: store)
  }

  /// Merges a file that is not a task as git's own driver would.
  private func mergeAsGit() throws -> Int32 {
    let outcome = try ChildProcess(
      "git",
      [
        "merge-file", "--marker-size=\(markerSize)", "-L", "ours", "-L", "base", "-L", "theirs",
        ours, base, theirs,
      ]
    ).run()
    return outcome.status.code == 0 ? 0 : 1
  }

  private func read(_ path: String) throws -> [UInt8] {
    do throws(ReadError) {
      return try StoreFile.read(path)
    } catch {
      throw StoreError.unreadable(path: path, error)
    }
  }

  /// Replaces the content in one step: git reads the file when the driver ends, even if it was killed.
  private func write(_ bytes: [UInt8]) throws {
    // Overwriting comes first, since a file system may flush a renamed file to disk at once.
    if File.overwrite(ours, bytes) { return }
    let new = ours + ".tasks-new"
    try StoreFile.write(bytes, to: new, modeOf: ours, durable: false)
    try StoreFile.rename(new, to: ours)
  }
}

/// The store that a path of a repository is in: the nearest folder above it with settings.
private struct StoreOfPath {
  let path: String
  let settings: [UInt8]

  /// - Throws: `unreadable`, `damaged`: a merge with the wrong keywords would misread tasks.
  init(_ whole: String) throws(StoreError) {
    var folder = whole[...]
    while let slash = folder.lastSlash {
      folder = folder[..<slash]
      if let settings = try StoreOfPath.settings(in: String(folder)) {
        self.settings = settings
        path = String(whole[whole.utf8.index(after: slash)...])
        return
      }
    }
    settings = try StoreOfPath.settings(in: ".") ?? []
    path = whole
  }

  var workflow: Workflow {
    let keywords = (try? ConfigFile(bytes: settings))?.string("tasks.keywords")
    let workflow = Workflow(Text(keywords ?? ""))
    return workflow.keywords.isEmpty ? .standard : workflow
  }

  /// Returns the store's own fields; none if the settings cannot be read.
  @Sendable func fields() -> OwnFields {
    (try? ConfigFile(bytes: settings)).map { StoreSettings.fields($0) } ?? OwnFields()
  }

  private static func settings(in folder: String) throws(StoreError) -> [UInt8]? {
    let path = folder + "/.tasks/config"
    try StoreSettings.checkSize(of: path)
    return try StoreFile.readIfThere(path)
  }
}

/// The two commits that a merge driver's file comes from, if git says (git-facts.md, "Merge driver"). A merge exports
/// `GITHEAD_<sha>`, and a rebase keeps the commit it carries over in `rebase-merge/`; cherry-pick, revert, stash and
/// am do not say.
struct MergeTips {
  let ours: ObjectID
  let theirs: ObjectID

  init?(environment names: [String], in store: TaskStore) throws {
    guard let head = try store.repository.head().id else { return nil }
    ours = head
    let heads = names.filter { $0.hasPrefix("GITHEAD_") }
    if heads.isEmpty {
      let rebase = RebaseState(gitDirectory: store.repository.gitDirectory)
      guard let pick = rebase?.picks?.last, let id = try store.repository.resolve(pick) else {
        return nil
      }
      theirs = id
    } else {
      guard heads.count == 1, let id = ObjectID(hex: String(heads[0].dropFirst(8))) else {
        return nil
      }
      theirs = id
    }
  }

  /// Returns whether this clone may prefer the later change. Only reads two small files, so that the repository need
  /// not be opened if it does not.
  static func mayPreferLatest(settings: [UInt8], gitDirectory: String) -> Bool {
    func mentions(_ bytes: [UInt8]) -> Bool {
      // Ignores case: this bit is the only difference between small letters and capitals.
      bytes.map { $0 | 0x20 }.withUnsafeBytes { $0.holds("prefer") }
    }
    let common = (try? StoreFile.read(gitDirectory + "/commondir"))
      .map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    let folder = common.map { $0.hasPrefix("/") ? $0 : "\(gitDirectory)/\($0)" } ?? gitDirectory
    return mentions(settings) || mentions((try? StoreFile.read(folder + "/config")) ?? [])
  }
}

/// The state of a rebase under way, from `rebase-merge/` (git-facts.md).
package struct RebaseState {
  /// The commit that the others are carried onto.
  package let onto: String
  /// The branch's tip before the rebase.
  package let originalHead: String
  /// The commits carried over so far, the current one last, as git writes them; nil if the rebase has other commands
  /// than `pick`.
  package let picks: [String]?
  private let isLast: Bool

  /// Whether the current commit is the last one of a rebase that has no other commands than `pick`.
  package var isLastPick: Bool { isLast && picks != nil }

  package init?(gitDirectory: String) {
    let folder = gitDirectory + "/rebase-merge/"
    func word(_ name: String) -> String? {
      guard let bytes = try? StoreFile.read(folder + name) else { return nil }
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    func commands(_ name: String) -> [String] {
      let bytes = (try? StoreFile.read(folder + name)) ?? []
      return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        .filter { !$0.hasPrefix("#") }
    }
    guard let onto = word("onto"), let originalHead = word("orig-head") else { return nil }
    self.onto = onto
    self.originalHead = originalHead
    isLast = commands("git-rebase-todo").isEmpty && word("msgnum") == word("end")
    let done = commands("done").map { $0.split(separator: " ") }
    let isPlain = done.allSatisfy { $0.count > 1 && ($0[0] == "pick" || $0[0] == "p") }
    picks = isPlain ? done.map { String($0[1]) } : nil
  }
}
