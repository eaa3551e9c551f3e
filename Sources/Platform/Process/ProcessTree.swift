/// A process and all that it has started, directly or not: git, and the ssh that git has called.
public enum ProcessTree {
  /// Whether a process has started this one, directly or not; no, where the system does not tell.
  public static func isAncestor(_ process: pid_t) -> Bool {
    var next = getppid()
    while next > 1 {
      if next == process { return true }
      next = ProcessFolder(id: next).parent ?? 0
    }
    return false
  }

  /// Sends all of them a signal, the first one first, so that it does not tell anybody that the others ended.
  public static func send(_ signal: Int32, to root: pid_t) {
    for process in processes(under: root) { kill(process, signal) }
  }

  /// As they are now; only the root where the system does not tell.
  public static func processes(under root: pid_t) -> [pid_t] {
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
    private static func childrenByParent() -> (pid_t) -> [pid_t] {
      { parent in
        var children = [pid_t](repeating: 0, count: 256)
        let size = Int32(children.count * MemoryLayout<pid_t>.size)
        let count = proc_listchildpids(parent, &children, size)
        return Array(children.prefix(max(0, Int(count))))
      }
    }
  #else
    private static func childrenByParent() -> (pid_t) -> [pid_t] {
      var children: [pid_t: [pid_t]] = [:]
      for process in ProcessFolder.all {
        if let parent = process.parent { children[parent, default: []].append(process.id) }
      }
      return { children[$0] ?? [] }
    }
  #endif
}
