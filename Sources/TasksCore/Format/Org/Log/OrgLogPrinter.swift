/// Prints log items as Org writes them.
extension OrgLogbook {
  static func print(_ item: LogItem, indent: ArraySlice<UInt8>, lineEnd: [UInt8]) -> [UInt8] {
    switch item {
    case .clock(let clock):
      var text = "CLOCK: " + OrgTimestamp.printInactive(clock.start)
      if let end = clock.end {
        let sum = Effort.text(clock.minutes ?? 0)
        text += "--\(OrgTimestamp.printInactive(end)) =>"
        text += String(repeating: " ", count: max(1, 6 - sum.utf8.count)) + sum
      }
      return Array(indent) + Array(text.utf8) + lineEnd
    case .entry(let entry):
      var out = Array(indent) + (isLine(entry) ? [] : [0x2D, 0x20]) + head(of: entry)
      if entry.note != nil, isOrgs(entry) { out += Array(" \\\\".utf8) }
      out += lineEnd
      for line in entry.note?.lines ?? [] {
        out += (line.isEmpty ? [] : Array(indent) + [0x20, 0x20] + line.bytes) + lineEnd
      }
      return out
    }
  }

  /// True for a `CLOCK: => H:MM` line, a duration alone, which Org counts only without a bullet.
  private static func isLine(_ entry: LogEntry) -> Bool {
    guard case .other(let text) = entry.kind, entry.note == nil else { return false }
    return text.bytes[...].hasPrefix("CLOCK:")
      && text.bytes.dropFirst(6).trimmingLeadingBlanks.hasPrefix("=>")
  }

  /// The items that a printed item parses as.
  static func reading(of item: LogItem) -> [LogItem] {
    var bytes = Array(":LOGBOOK:\n".utf8)
    bytes += print(item, indent: [], lineEnd: [0x0A])
    bytes += Array(":END:\n".utf8)
    let log = bytes.withView { OrgLogbook(at: 0, in: $0) }
    return log.end == bytes.count ? log.items.map(\.item) : []
  }

  /// True for an entry in Org's own form: it ends with its timestamp, and with two backslashes if a note
  /// follows.
  private static func isOrgs(_ entry: LogEntry) -> Bool {
    if case .other(let text) = entry.kind {
      text.bytes.last == 0x5D && entry.at != nil
    } else {
      true
    }
  }

  private static func head(of entry: LogEntry) -> [UInt8] {
    let stamp = Array((entry.at.map { " " + OrgTimestamp.printInactive($0) } ?? "").utf8)
    switch entry.kind {
    case .state(let from, let to):
      return Array("State ".utf8) + padded(to) + Array(" from ".utf8) + padded(from) + stamp
    case .note: return Array("Note taken on".utf8) + stamp
    case .dropped: return Array("Merge dropped ".utf8) + entry.kind.droppedText
    case .other(let text): return text.bytes
    }
  }

  /// Pads a keyword to 12 columns, quotes included, as Org does.
  private static func padded(_ name: Text?) -> [UInt8] {
    let quoted = name.map { [0x22] + $0.bytes + [0x22] } ?? []
    let padding = max(0, 12 - CellWidth.of(quoted[...]))
    return quoted + Array(repeating: 0x20, count: padding)
  }
}
