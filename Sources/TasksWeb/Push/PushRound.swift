import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore

/// Pushes what has become due to the browsers that asked for it, whether a page is open or not.
struct PushRound {
  /// A reminder that is later than this is no news, in minutes.
  private static let grace = 12 * 60

  let contact: String

  /// Pushes what is due and was not pushed yet. A message whose outcome is unknown is not sent again.
  func run(_ visit: StoreRoom.Visit) throws {
    let book = PushBook(visit.store)
    let subscriptions = try book.subscriptions()
    guard !subscriptions.isEmpty, let until = try book.advance(to: visit.now) else { return }
    let first = max(until, visit.now.adding(minutes: -PushRound.grace))
    let due = try AlertFeed(visit.store).standing(now: visit.now).filter { $0.at > first }
    guard !due.isEmpty else { return }
    let sender = PushSender(secret: try book.secret(), contact: contact)
    let seconds = visit.store.context.clock().seconds
    for alert in due {
      let text = PushRound.text(of: alert, now: visit.now)
      for subscription in subscriptions {
        // What one browser cannot get is no reason that the others get nothing.
        let outcome = try? sender.send(
          text, topic: alert.alert.id.key, isImportant: alert.alert.isImportant, to: subscription,
          at: seconds)
        if outcome == .gone { try book.remove(subscription.endpoint) }
      }
    }
  }

  private static func text(of alert: ListedAlert, now: Timestamp) -> [UInt8] {
    var json = JSONWriter()
    json.object { AlertFeed.write(alert, now: now, to: &$0) }
    return json.bytes
  }
}
