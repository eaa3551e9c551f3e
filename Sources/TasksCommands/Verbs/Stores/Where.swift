import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Where: Verb {
  static let names = "where"
  static let configuration = CommandConfiguration(
    of: Where.self, abstract: "Print which store is used here, and say why.",
    discussion: """
      It is the one that --store or TASKS_DIR names, else the nearest folder upward that is a store, else the store of \
      the git repository around (or of the one around that, in a submodule), else the private one.

        tasks where
        tasks where --json
        cd "$(tasks where)"
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let session = try Session(options)
    let location = try session.location()
    let store = try session.openStore(noticesMerges: false)
    let reason = reason(location, session)
    let answer = JSONAnswer("where") { json in
      json.object { json in
        json.member("store", store.root)
        json.member("reason", reason)
      }
    }
    try session.print(answer) { $0.line(store.root) }
    if !session.wantsJSON { Conversation.say(reason) }
  }

  private func reason(_ location: StoreLocation, _ session: Session) -> String {
    switch location {
    case .named where options.store != nil: "it is named by --store"
    case .named where !(Machine.variable("TASKS_DIR") ?? "").isEmpty: "it is named by TASKS_DIR"
    case .named(session.currentFolder): "it is the current folder"
    case .named: "it is the nearest store above the current folder"
    case .repository: "it is the store of the git repository around the current folder"
    case .standard: "no store is here or in a git repository around: it is the private one"
    }
  }
}
