import TasksCore
import TasksPlanning
import TasksStore

/// What surrounds the lists: their names, how many tasks are where, the words that are completed, the sync.
struct StatePage: StorePage {
  let device: DeviceToken
  let sync: SyncProgress

  func answer(_ session: StoreAccess.Session) throws -> WebAnswer {
    let store = session.store
    let (counts, names, clocking) = try store.read { reading in
      (Counts(reading, session.now), reading.counts(.tags, .lists), Array(reading.clocking))
    }
    let views = try Views(of: store).all()
    let alerts = try AlertFeed(store).standing(now: session.now)
    let sync = sync.reading(store)
    let pushes = try PushBook(store).devices().contains(device.id)
    return WebAnswer.object("state") { json in
      json.member("store", store.root.split(separator: "/").last.map(String.init) ?? "/")
      // Distinguishes the clones that one browser knows, such as those served at the same port one after the other.
      json.member("storeID", store.device.id)
      json.member("device", device.name)
      json.member("pushes", pushes)
      json.member("today", session.now.date.iso)
      json.member("now", session.now)
      json.member("format", store.settings.format == .org ? "org" : "markdown")
      json.member("mark", store.mark(checksFiles: false).text)
      json.objects("workflow", store.settings.workflow.keywords) { json, keyword in
        json.member("state", keyword.state.keyword)
        json.member("done", keyword.state.isDone)
      }
      json.key("priorities")
      json.array(["A", "B", "C"]) { $0.string($1) }
      for (key, rows) in [("lists", names.lists.rows), ("tags", names.tags.rows)] {
        json.objects(key, rows) { json, row in
          json.member("name", row.name)
          json.member("open", row.open)
        }
      }
      json.objects("views", views) { json, view in
        json.member("name", view.name)
        json.member("filter", view.view.filter)
      }
      StatePage.writeWords(session.now, store.fields, to: &json)
      json.key("counts")
      counts.write(to: &json)
      if let task = clocking.first {
        json.key("clock")
        json.object { json in
          json.member("id", task.id.text)
          json.member("title", task.title)
          json.member("since", task.log.runningClocks.first?.start)
        }
      }
      json.key("sync")
      sync.write(to: &json)
      json.objects("alerts", alerts) { AlertFeed.write($1, now: session.now, to: &$0) }
    }
  }

  /// The words that are offered while a line is typed: dates with the day they mean, keys with what they set.
  private static func writeWords(
    _ now: Timestamp, _ fields: OwnFields, to json: inout JSONWriter
  ) {
    let reader = DateReader(now: now)
    let dates = RelativeDate(now: now)
    let days = CivilDate.shortWeekdays.map { $0.lowercased() }
    let words = ["today", "tomorrow"] + days + ["eow", "eom", "1w", "1mo"]
    json.objects("dates", words) { json, word in
      json.member("word", word)
      let date = try? reader.read(word).date
      json.member("shown", date.map { dates.dated(Timestamp($0)) })
    }
    json.objects("keys", QuickAddKey.all(with: fields)) { json, key in
      json.member("key", "\(key.name):")
      json.member("means", key.help.meaning)
      guard let kind = key.kind else { return }
      if kind == .date { json.member("isDate", true) }
      if kind.choices.isEmpty { return }
      json.key("words")
      json.array(kind.choices) { $0.string($1) }
    }
  }

  /// How many tasks are in each list.
  private struct Counts {
    private var today = 0
    private var open = 0
    private var inbox = 0
    private var done = 0
    private var deleted = 0
    private let aside: Int

    init(_ reading: StoreReading, _ now: Timestamp) {
      aside = reading.count { $0.hasDroppedValues && !$0.isDeleted }
      reading.forEachRow(where: { _ in true }) { row in
        if row.isDeleted {
          deleted += 1
        } else if row.isDone {
          done += 1
        } else {
          if row.isHidden(now) || row.isHiddenFromAgenda { return }
          open += 1
          if row.isForToday(now) { today += 1 }
          if row.list?.isSame(as: "inbox") == true { inbox += 1 }
        }
      }
    }

    func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("today", today)
        json.member("open", open)
        json.member("inbox", inbox)
        json.member("done", done)
        json.member("deleted", deleted)
        if aside > 0 { json.member("aside", aside) }
      }
    }
  }
}
