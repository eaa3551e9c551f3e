/// A process and all its descendants, such as git and the ssh that git has started.
package enum ProcessTree {
  /// Whether a process is an ancestor of this one; false if the system does not report parents.
  package static func isAncestor(_ process: Int32) -> Bool {
    var next = getppid()
    while next > 1 {
      if next == process { return true }
      next = ProcessFolder(id: next).parent ?? 0
    }
    return false
  }

  /// Sends a signal to a process and all its descendants. The root gets it first, so that it does not report that the
  /// others died.
  static func send(_ signal: Int32, to root: Int32) {
    for process in processes(under: root) { kill(process, signal) }
  }

  /// Lists a process and its current descendants; only the root if the system does not report parents.
  package static func processes(under root: Int32) -> [Int32] {
    var found = [root]
    var next = 0
    let children = childrenByParent()
    while next < found.count {
      found += children(found[next])
      next += 1
    }
    return found
  }

  #if canImport(Darwin)
    private static func childrenByParent() -> (Int32) -> [Int32] {
      { parent in
        var children = [Int32](repeating: 0, count: 256)
        let size = Int32(children.count * MemoryLayout<Int32>.size)
        let count = proc_listchildpids(parent, &children, size)
        return Array(children.prefix(max(0, Int(count))))
      }
    }
  #else
    private static func childrenByParent() -> (Int32) -> [Int32] {
      var children: [Int32: [Int32]] = [:]
      for process in ProcessFolder.all {
        if let parent = process.parent { children[parent, default: []].append(process.id) }
      }
      return { children[$0] ?? [] }
    }
  #endif
}

/// A process as Linux reports it in its folder under `/proc` (proc(5)); other systems list none.
struct ProcessFolder {
  let id: Int32

  private var path: String { "/proc/\(id)" }

  static var all: [ProcessFolder] {
    #if os(Linux)
      return (File.names(in: "/proc") ?? []).compactMap { Int32($0.name).map(ProcessFolder.init) }
    #else
      return []
    #endif
  }

  /// The name of the program, `comm`.
  var name: String? { firstLine("comm") }

  var parent: Int32? {
    // `4711 (a name) S 4710 ...`; the name may contain any character, also `)`.
    guard let line = firstLine("stat"), let end = line.lastIndex(of: ")") else { return nil }
    let words = line[end...].split(separator: " ")
    return words.count > 2 ? Int32(words[2]) : nil
  }

  /// The working directory; nil for a process of another user.
  var folder: String? { Self.target(path + "/cwd") }

  var files: [String] {
    (File.names(in: path + "/fd") ?? []).compactMap { Self.target("\(path)/fd/\($0.name)") }
  }

  private func firstLine(_ file: String) -> String? {
    guard let bytes = try? File.read(path + "/" + file) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func target(_ path: String) -> String? {
    File.linkTarget(path).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Finds the process that holds a lock.
///
/// Works on Linux only, and only for processes that this user may inspect.
package enum FileHolder {
  /// Whether this system can report which process has a file open.
  package static var canTell: Bool { !ProcessFolder.all.isEmpty }

  /// Describes the process that has a file open, such as `git (process 4711)`; nil if none is found.
  package static func description(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let wanted = String(cString: real)
    return ProcessFolder.all.first { $0.files.contains(wanted) }.map(description)
  }

  /// Describes a git or `tasks` process whose working directory is a folder or below it; nil if none is found. It may
  /// hold a lock without having the lock file open. This process and its children are skipped: the git processes it
  /// keeps running hold no lock.
  package static func gitAtWork(in folder: String) -> String? {
    let own = getpid()
    return ProcessFolder.all.first { process in
      guard process.id != own, let name = process.name,
        name == "tasks" || name.hasPrefix("git"), let place = process.folder
      else { return false }
      return (place == folder || place.begins(with: folder + "/")) && process.parent != own
    }.map(description)
  }

  private static func description(_ process: ProcessFolder) -> String {
    "\(process.name ?? "a program") (process \(process.id))"
  }
}
