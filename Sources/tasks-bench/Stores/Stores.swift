/// The installed programs and their stores, each made at its first use.
final class Stores {
  let workshop: Workshop
  /// The path of tasks-bench itself.
  let program: String
  let git: String
  let tasks: TasksPeer
  let byHand: GitPeer
  private let others: [any Peer]
  /// The programs that are not installed.
  let missing: [String]
  private var made: Set<String> = []
  private var failed: Set<String> = []
  private var used: [Int: Int] = [:]

  init(workshop: Workshop, program: String) throws(BenchError) {
    guard let git = workshop.find("git") else { throw .usage("git is not on PATH") }
    self.workshop = workshop
    self.program = program
    self.git = git
    tasks = TasksPeer(workshop: workshop, git: git)
    byHand = GitPeer(workshop: workshop, git: git)
    var others: [any Peer] = []
    var missing: [String] = []
    func look(_ name: String, _ path: String?, _ peer: (String) -> any Peer) {
      if let path { others.append(peer(path)) } else { missing.append(name) }
    }
    look("Taskwarrior", workshop.find("task")) { TaskwarriorPeer(workshop: workshop, task: $0) }
    // Debian installs it under another name.
    look("todo.txt", workshop.find("todo.sh", "todo-txt")) {
      TodoTxtPeer(workshop: workshop, todo: $0)
    }
    look("dstask", workshop.find("dstask")) { DstaskPeer(workshop: workshop, git: git, dstask: $0) }
    look("grep", workshop.find("grep")) { GrepPeer(workshop: workshop, git: git, grep: $0) }
    others.append(BareCallsPeer(workshop: workshop, git: git, program: program))
    self.others = others
    self.missing = missing
  }

  private var all: [any Peer] { [tasks, byHand] + others }

  /// Returns the store of a program for this sample.
  func folder(of peer: any Peer, _ sample: SampleTasks) throws(BenchError) -> String {
    try folder("\(peer.storeName)-\(sample.count)") { path throws(BenchError) in
      try peer.makeStore(at: path, of: sample)
    }
  }

  /// Returns a folder of the workshop, made at its first use.
  func folder(
    _ name: String, make: (String) throws(BenchError) -> Void
  ) throws(BenchError) -> String {
    let folder = "\(workshop.folder)/\(name)"
    guard made.insert(name).inserted else { return folder }
    Console.say("making \(name)")
    try make(folder)
    return folder
  }

  /// Reserves `count` consecutive numbers of tasks that no row has used yet, and returns the first.
  func takeNumbers(_ count: Int, of sample: SampleTasks) -> Int {
    let first = used[sample.count, default: 0]
    used[sample.count] = first + count
    return first
  }

  /// Returns the programs that can do the work, `tasks` first, each with its store. One whose store cannot be made
  /// is left out.
  func contestants(
    for sample: SampleTasks, _ work: @escaping (Int) -> Work
  ) throws -> [Contest.Contestant] {
    var contestants: [Contest.Contestant] = []
    for peer in all where !failed.contains(peer.name) {
      guard peer.can(work(0)) else { continue }
      do throws(BenchError) {
        let folder = work(0) == .version ? workshop.folder : try folder(of: peer, sample)
        contestants.append(
          Contest.Contestant(name: peer.name) { turn in
            try peer.commands(for: work(turn), in: folder, of: sample)
          })
      } catch {
        guard peer.storeName != tasks.storeName else { throw error }
        Console.say("left out: \(error.description)")
        failed.insert(peer.name)
      }
    }
    return contestants
  }

  /// Returns each program with the first line of its version output that contains a digit.
  func versions() throws(BenchError) -> [(name: String, version: String)] {
    var versions: [(String, String)] = []
    for peer in all where peer.can(.version) {
      let commands = try peer.commands(
        for: .version, in: workshop.folder, of: SampleTasks(count: 10))
      for command in commands {
        let text = (try? workshop.output(of: command)) ?? ""
        let line = text.split(separator: "\n").first { $0.contains(where: \.isNumber) }
        versions.append((peer.name, line.map(String.init) ?? "unknown version"))
      }
    }
    return versions
  }
}
