import Foundation

/// The installed programs and their stores, each made at its first use.
final class Stores {
  let workshop: Workshop
  let tasks: TasksPeer
  let byHand: GitPeer
  private let others: [any Peer]
  /// The programs that are not installed.
  let missing: [String]
  private var made: Set<String> = []
  private var failed: Set<String> = []
  private var used: [Int: Int] = [:]

  init(_ workshop: Workshop) throws {
    self.workshop = workshop
    tasks = TasksPeer(workshop: workshop)
    byHand = GitPeer(workshop: workshop)
    var missing: [String] = []
    func look(_ name: String, _ path: String?, _ peer: (String) -> any Peer) -> (any Peer)? {
      if path == nil { missing.append(name) }
      return path.map(peer)
    }
    others = [
      look("Taskwarrior", Workshop.find("task")) {
        TaskwarriorPeer(workshop: workshop, program: $0)
      },
      // Debian installs it under another name.
      look("todo.txt", Workshop.find("todo.sh", "todo-txt")) {
        TodoTxtPeer(workshop: workshop, program: $0)
      },
      look("dstask", Workshop.find("dstask")) { DstaskPeer(workshop: workshop, program: $0) },
      look("grep", Workshop.find("grep")) { GrepPeer(workshop: workshop, program: $0) },
    ].compactMap(\.self)
    self.missing = missing
  }

  private var all: [any Peer] { [tasks, byHand] + others }

  /// Returns the store of a program for this sample.
  func folder(of peer: any Peer, _ sample: Sample) throws -> String {
    try folder("\(peer.storeName)-\(sample.count)") { try peer.makeStore(at: $0, of: sample) }
  }

  /// Returns a folder of the workshop, made at its first use.
  func folder(_ name: String, make: (String) throws -> Void) throws -> String {
    let folder = "\(workshop.folder)/\(name)"
    guard made.insert(name).inserted else { return folder }
    Bench.say("making \(name)")
    try make(folder)
    return folder
  }

  /// Reserves `count` consecutive numbers of tasks that no row has used yet, and returns the first.
  func takeNumbers(_ count: Int, of sample: Sample) -> Int {
    defer { used[sample.count, default: 0] += count }
    return used[sample.count, default: 0]
  }

  /// Returns the programs that can do the work, `tasks` first, each with its store. One whose store cannot be made
  /// is left out.
  func peers(for sample: Sample, _ work: Work) throws -> [(any Peer, String)] {
    try all.compactMap { peer in
      if failed.contains(peer.name) || peer.commands(for: work, in: "").isEmpty { return nil }
      if case .version = work { return (peer, workshop.folder) }
      do {
        return (peer, try folder(of: peer, sample))
      } catch let error where peer.name != tasks.name {
        Bench.say("left out: \(error)")
        failed.insert(peer.name)
        return nil
      }
    }
  }

  /// Returns each program with the first line of its version output that contains a digit.
  func versions() -> [String: String] {
    var versions: [String: String] = [:]
    for peer in all {
      for command in peer.commands(for: .version, in: workshop.folder) {
        let lines = (try? workshop.output(of: command))?.split(separator: "\n")
        let line = lines?.first { $0.contains(where: \.isNumber) }
        versions[peer.name] = line.map(String.init) ?? "unknown version"
      }
    }
    return versions
  }
}
