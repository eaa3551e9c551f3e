import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore

/// Pushes what has become due to the browsers that asked for it, whether a page is open or not.
struct PushRound {
  /// A reminder that is later than this is no news, in minutes.
  private static let grace = 12 * 60

  let contact: String

  /// Pushes what is due and was not pushed yet, and once more what a service could not take. A message whose outcome is
  /// unknown replaces itself where it still waits.
  func run(_ visit: StoreRoom.Visit) throws {
    let book = PushBook(visit.store)
    let subscriptions = try book.subscriptions()
    guard !subscriptions.isEmpty, let until = try book.advance(to: visit.now) else { return }
    let oldest = visit.now.adding(minutes: -PushRound.grace)
    let first = max(until, oldest)
    let failed = try book.failed()
    let due = try AlertFeed(visit.store).standing(now: visit.now).filter { alert in
      alert.at > first || alert.at > oldest && failed.contains { $0.key == alert.alert.id.key }
    }
    guard !due.isEmpty else { return try book.note(failed: []) }
    var left: [PushBook.Failed] = []
    let sender = PushSender(secret: try book.secret(), contact: contact)
    let seconds = visit.store.context.clock().seconds
    for alert in due {
      let text = PushRound.text(of: alert, now: visit.now)
      for subscription in subscriptions {
        let message = PushBook.Failed(key: alert.alert.id.key, endpoint: subscription.endpoint)
        guard alert.at > first || failed.contains(message) else { continue }
        // What one browser cannot get is no reason that the others get nothing.
        let outcome = try? sender.send(
          text, topic: alert.alert.id.key, isImportant: alert.alert.isImportant, to: subscription,
          at: seconds)
        if outcome == .gone { try book.remove(subscription.endpoint) }
        if case .failed(_, mayPass: true)? = outcome { left.append(message) }
      }
    }
    try book.note(failed: left)
  }

  private static func text(of alert: ListedAlert, now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { AlertFeed.write(alert, now: now, to: &$0) }
    return json.bytes
  }
}
