import Git
import Platform
import TasksCore

/// The merge of one file as git asks for it: three files in, the result in the place of ours (gitattributes(5),
/// "Defining a custom merge driver"). No repository is opened, but where the later change counts.
public struct FileMerge {
  let base: String
  let ours: String
  let theirs: String
  let markerSize: Int
  /// In the repository; the current folder is its top.
  let path: String
  /// The names of the variables that git has set.
  let environment: [String]
  let gitDirectory: String
  let say: (String) -> Void
  let open: () throws -> TaskStore?

  /// - Parameters:
  ///   - gitDirectory: `GIT_DIR`, or `.git`.
  ///   - open: Opens the store, where its history has a say.
  public init(
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

  /// Which side holds the changes of the person at this machine (merge.md, "Words").
  ///
  /// A merge of merge bases shows by longer markers and has none. `git merge` exports `GITHEAD_<sha>`: there
  /// ours is local. Whatever else calls the driver carries a change over, and that change is theirs.
  ///
  /// - Parameter usualSize: How long markers are in a merge of anything else.
  static func localSide(
    markerSize: Int, usualSize: Int = MarkedText.usualLength, environment names: [String]
  ) -> Side? {
    if markerSize > usualSize { return nil }
    return names.contains { $0.hasPrefix("GITHEAD_") } ? .ours : .theirs
  }

  /// Merges. The exit status for git: 0 merged, 1 a conflict that stays in the file.
  public func run() throws -> Int32 {
    let store = try StoreOfPath(path)
    let versions = try ThreeWay<[UInt8]>(base: read(base), ours: read(ours), theirs: read(theirs))
    // An empty ancestor is how git says that both sides added the file.
    let ancestor = versions.base.flatMap { $0.isEmpty ? nil : $0 }
    let workflow = store.workflow
    func version(_ bytes: [UInt8]) -> TaskMerge.Version {
      TaskMerge.Version(bytes, path: store.path, workflow: workflow)
    }
    let local = FileMerge.localSide(
      markerSize: markerSize, usualSize: try usualMarkerSize(), environment: environment)
    let latest = local == nil ? nil : try latestChange(store)
    let changes = latest?.of([path])
    let outcome = TaskMerge.merge(
      base: ancestor.map(version), ours: version(versions.ours), theirs: version(versions.theirs),
      local: latest == nil ? local : nil, prefer: changes?.newer)
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

  /// How long the markers of the file are, unless merge bases are merged. git is asked where another size than its
  /// own says that it matters.
  private func usualMarkerSize() throws -> Int {
    guard markerSize != MarkedText.usualLength else { return markerSize }
    let answer = try GitProgram(folder: ".")
      .run(["check-attr", "-z", "conflict-marker-size", "--", path])
    let words = answer.output.split(separator: 0, omittingEmptySubsequences: false)
    let size = words.count > 2 ? Int(String(decoding: words[2], as: UTF8.self)) : nil
    return size.flatMap { $0 > 0 ? $0 : nil } ?? MarkedText.usualLength
  }

  /// Nil where the local side's value counts.
  private func latestChange(_ place: StoreOfPath) throws -> LatestChange? {
    guard MergeTips.mayPreferLatest(settings: place.settings, gitDirectory: gitDirectory),
      let store = try open(), let tips = try MergeTips(environment: environment, in: store)
    else { return nil }
    return try LatestChange(ours: tips.ours, theirs: tips.theirs, in: store)
  }

  /// A file that is no task: what git's own driver would do.
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

  /// Git takes what is in the file when the driver ends, so it is never there half.
  private func write(_ bytes: [UInt8]) throws {
    // Another file in its place has to go to the disk at once.
    if File.overwrite(ours, bytes) { return }
    let new = ours + ".tasks-new"
    try StoreFile.write(bytes, to: new, modeOf: ours, durable: false)
    try StoreFile.rename(new, to: ours)
  }
}

/// The store that a path of a repository lies in, found by looking upward for its settings.
private struct StoreOfPath {
  /// In the store.
  let path: String
  /// Its settings, as they are in the file.
  let settings: [UInt8]

  /// - Throws: `unreadable`, `damaged`: with other keywords a task would be merged as something else.
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

  private static func settings(in folder: String) throws(StoreError) -> [UInt8]? {
    let path = folder + "/.tasks/config"
    try StoreSettings.checkSize(of: path)
    return try StoreFile.readIfThere(path)
  }
}
