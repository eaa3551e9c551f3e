import Platform
import TasksCore
import TasksStore

/// The values of a task that merges put aside, with the changes that wrote them, as far as the history has these.
struct AsideValues {
  private let values: [(loss: MergeLoss, kept: Text?, source: HistoryEntry?)]
  private let names: DeviceNames
  private let words: (Text) -> FieldWords
  private let dates: RelativeDate

  init?(_ document: any TaskDocument, _ reading: StoreReading, _ session: StoreAccess.Session)
    throws
  {
    let losses = MergeLoss.all(in: document.task)
    if losses.isEmpty { return nil }
    let history = try session.store.history(
      of: [document.task.path], limit: 500, local: LocalTime.timestamp(at:))
    values = losses.map { loss in
      let source = history.entries.first { $0.fields.contains { $0.brings(loss) } }
      return (loss, loss.kept(in: document), source)
    }
    names = try DeviceNames(of: session.store)
    words = { FieldWords($0, in: document.task.format, reading, now: session.now) }
    dates = RelativeDate(now: session.now)
  }

  func write(to json: inout JSONWriter) {
    json.objects("aside", values) { json, value in
      let words = words(value.loss.field)
      json.member("field", value.loss.field)
      json.member("label", words.label)
      if let dropped = words.shown(value.loss.value) { json.member("dropped", dropped) }
      if let kept = words.shown(value.kept) { json.member("kept", kept) }
      guard let source = value.source else { return }
      json.member("device", names.name(of: source))
      json.member("shown", dates.text(source.time))
    }
  }
}

extension FieldChange {
  /// Whether the change wrote a value that a merge dropped later.
  fileprivate func brings(_ loss: MergeLoss) -> Bool {
    guard field == loss.field else { return false }
    switch change {
    case .value(_, let new): return new.text == loss.value
    case .members(let added, _): return added.contains { $0.text == loss.value }
    }
  }
}
