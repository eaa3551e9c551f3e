import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

/// A parsed `log --patches` command.
struct PatchListing: Request {
  /// The words that name tasks; empty for the whole store.
  let ids: [String]
  /// Whether each patch is on a line of its own, whatever `--json` says.
  let isLines: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    var left = Set(try ids.map { try store.id(of: $0) })
    let wanted = left
    var patches: [Patch] = []
    var lines: [UInt8] = []
    try store.patches { patch in
      if !wanted.isEmpty {
        guard wanted.contains(patch.task) else { return }
        left.remove(patch.task)
      }
      if session.wantsJSON, !isLines {
        patches.append(patch)
        return
      }
      lines += patch.line
      if lines.count > 1 << 16 {
        try Output.write(lines)
        lines = []
      }
    }
    if let id = left.first { throw StoreError.noSuchTask(id.text.string) }
    if session.wantsJSON, !isLines { lines = PatchesAnswer(patches).json }
    try Output.write(lines)
  }
}
