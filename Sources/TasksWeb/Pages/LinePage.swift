import TasksCore

/// How a line of quick-add is understood while it is typed.
struct LinePage: StorePage {
  let line: String
  /// Whether the line changes a task, so that no word of it is a title.
  let isChange: Bool

  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer {
    do throws(InputError) {
      let draft =
        isChange
        ? try QuickAdd.read(
          WebCommand.words(of: line), mode: .modify, now: visit.now, fields: visit.store.fields)
        : try QuickAdd.read(line: line, now: visit.now, fields: visit.store.fields)
      return WebAnswer.json("read") { json in
        json.object { json in
          json.member("ok", true)
          json.key("parts")
          json.array(draft.parts(now: visit.now)) { json, part in
            json.object { json in
              json.member("kind", part.kind.rawValue)
              json.member("text", part.text)
            }
          }
        }
      }
    } catch {
      return WebAnswer.json("read") { json in
        json.object { json in
          json.member("ok", false)
          json.member("message", error.message)
          json.member("hint", error.hint)
          json.key("parts")
          json.array { _ in }
        }
      }
    }
  }
}
