import TasksCore
import TasksStore
import TasksSync

struct RowsPage: StorePage {
  /// The name of a ``ListScreen``.
  let show: String
  /// The words of a filter besides.
  let filter: String

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let (store, now) = (session.store, session.now)
    guard let screen = ListScreen(show) else {
      throw WebAnswer.refusal(.notFound, "not-found", "there is no list '\(show)'")
    }
    let query = try Query.read(line: filter, now: now, fields: store.fields)
    return try store.read { reading in
      let groups = try screen.groups(query, reading, of: store, now: now)
      var rows = RowWriter(session, reading)
      var finished = 0
      if screen == .all, !query.isEmpty {
        rows.searches = query.words.map { TextSearch($0) }
        finished = try TaskSelection(
          query, from: reading, of: store, now: now, where: { $0.isIn(.finished) }
        ).count
      }
      return WebAnswer.object("tasks") { json in
        if finished > 0 { json.member("done", finished) }
        json.member("title", screen.title)
        json.member("canMove", screen.canMove)
        json.objects("groups", groups) { json, group in
          json.member("name", group.name)
          json.key("rows")
          rows.write(group.tasks, to: &json)
        }
      }
    }
  }
}
