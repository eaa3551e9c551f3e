import TasksCore

/// Which ways of reminding work here.
struct ReminderTestAnswer: Answer {
  let kind = "reminder-test"
  private let shown: String?
  private let sent: String?

  /// - Parameters:
  ///   - shown: The way that showed a notification.
  ///   - sent: The service that took a message.
  init(shown: String?, sent: String?) { (self.shown, self.sent) = (shown, sent) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("shown", shown)
      json.member("sent", sent)
    }
  }
}
