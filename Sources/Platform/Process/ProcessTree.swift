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
