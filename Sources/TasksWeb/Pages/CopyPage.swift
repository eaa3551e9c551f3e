import TasksCore
import TasksPlanning
import TasksStore
import TasksSync

/// All open tasks in the order by hand, for the copy that a browser keeps, and the places that only a store can tell: what
/// is next, and the tasks of each view.
struct CopyPage: StorePage {
  /// The mark of the copy that the browser has; nil for none.
  let known: String?

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let mark = "\(session.store.mark(checksFiles: true).text)-\(session.now.date.iso)"
    if mark == known {
      return WebAnswer.json("copy") { json in
        json.object { json in
          json.member("mark", mark)
          json.member("same", true)
        }
      }
    }
    let views = try Views(of: session.store).all().map(\.name)
    return try session.store.read { reading in
      let all = reading.select(where: \.isOpen)
      var numbers: [TaskID: Int] = [:]
      all.forEachRow { place, row in numbers[row.taskID] = place }
      let rows = RowWriter(session, reading)
      return WebAnswer.json("copy") { json in
        json.object { json in
          json.member("mark", mark)
          json.member("now", session.now)
          json.key("rows")
          rows.write(all, to: &json)
          json.key("places")
          json.object { json in
            for show in ["next"] + views.map({ "view:" + $0 }) {
              // A view that cannot be read says so when it is opened.
              guard
                let groups = try? ListScreen(show)?.groups(
                  .all, reading, of: session.store, now: session.now)
              else { continue }
              json.key(show)
              CopyPage.write(groups, numbers, to: &json)
            }
          }
        }
      }
    }
  }

  /// Writes groups as the places of their tasks in the copy.
  private static func write(
    _ groups: [ListScreen.Group], _ numbers: [TaskID: Int], to json: inout JSONWriter
  ) {
    json.array(groups) { json, group in
      var places: [Int] = []
      group.tasks.forEachRow { _, row in
        if let number = numbers[row.taskID] { places.append(number) }
      }
      json.object { json in
        json.member("name", group.name)
        json.key("rows")
        json.array(places) { $0.number($1) }
      }
    }
  }
}
