import Platform
import TasksStore

/// A parsed `web` without words: becomes the program `tasks-web`, which carries what this one starts faster without.
struct ServerRequest: Request {
  /// Nil for the usual one.
  let port: Int?
  let opensBrowser: Bool

  func run(in session: Session) throws {
    let store = try session.openOrCreateStore()
    var words = ["--store", store.root]
    if let port { words += ["--port", "\(port)"] }
    if !opensBrowser { words.append("--no-open") }
    guard let path = ExternalCommand.path(of: "web") else {
      throw CommandError(
        "the program tasks-web is neither beside tasks nor on PATH; install it, or build it with: "
          + "swift build -c release --product tasks-web", code: .failed)
    }
    throw ExternalCommand.become(path, words)
  }
}
