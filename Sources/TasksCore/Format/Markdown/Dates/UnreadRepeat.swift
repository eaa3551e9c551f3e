extension Task {
  /// A repetition that the file states but that no repeater can express, such as a TaskNotes rule with several days
  /// or without a date, or one of an import. Completing such a task completes it for good.
  package var unreadRepeat: Text? {
    guard format == .markdown else {
      return property(named: "recurrence") ?? property(named: "RRULE")
    }
    return properties.first {
      switch FrontMatterKey.named($0.name.bytes[...])?.key {
      case .repeat, .scheduledRepeat: true
      default: false
      }
    }?.value
  }
}
