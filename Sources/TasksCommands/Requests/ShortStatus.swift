import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `status --short`, for prompts: it runs each time the shell waits for a command.
///
/// It is read from the cache and the folders alone (``TaskStore/readUnchecked()``), and nothing is reported. Without a
/// store nothing is printed, since a prompt is shown in any folder.
package struct ShortStatus: Request {
  package func run(in session: Session) throws {
    let location = try session.location()
    if case .standard(let path) = location, !TaskStore.exists(at: path) { return }
    let store = try session.openStore(noticesMerges: false)
    var counts = DueCounts(now: session.now)
    try store.readUnchecked().forEachRow(where: \.isOpen) { counts.add($0) }
    if !counts.text.isEmpty { try Output.print(counts.text) }
  }
}
