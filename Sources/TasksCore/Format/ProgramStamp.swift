/// A property that other programs set at each change of a task: the time of the last update, or a number that counts
/// the changes (merge.md, "Carried as written", 4). The later or greater value wins, and the other is not logged.
struct ProgramStamp {
  private static let times: [Text] = [
    "updated", "updated_at", "updated_date", "updatedAt", "modified", "dateModified",
    "last_modified",
    "lastModified",
  ]

  /// The side with the later time or the greater number; nil if the property is no such stamp, or if it cannot be read
  /// as one on both sides.
  ///
  /// - Parameter values: Nil for a side that has no such property.
  static func later(of name: Text, _ values: ThreeWay<Text?>, local: Side) -> Side? {
    let isTime = times.contains { $0.isSameName(as: name) }
    guard isTime || name.isSameName(as: "version") else { return nil }
    guard let ours = values.ours, let theirs = values.theirs else {
      return isTime ? values.ours == nil ? .theirs : .ours : nil
    }
    if isTime {
      guard let own = moment(ours), let other = moment(theirs) else { return nil }
      return own == other ? local : own < other ? .theirs : .ours
    }
    guard let own = ours.bytes[...].wholeNumber, let other = theirs.bytes[...].wholeNumber else {
      return nil
    }
    return own == other ? local : own < other ? .theirs : .ours
  }

  /// The minute, in UTC where the text names a zone, then the text of its seconds.
  private static func moment(_ text: Text) -> (minute: Int, seconds: Text)? {
    let bytes = text.bytes[...]
    guard let (wall, tail) = Timestamp.yaml(bytes) else {
      return OrgTimestamp.moment(in: bytes).map { ($0.absoluteMinute, .empty) }
    }
    let seconds = tail.prefix { $0 == 0x3A || $0 == 0x2E || $0.isDigit }
    let offset = Timestamp.offset(in: tail) ?? 0
    return (wall.absoluteMinute - offset, Text(bytes: seconds))
  }
}
