/// The name of log drawers: LOGBOOK and, if `LOG_INTO_DRAWER` gives another name, also that one, into which new
/// entries then go (Org manual, "Tracking TODO state changes").
struct OrgLogDrawerName: Sendable {
  static let property: StaticString = "LOG_INTO_DRAWER"
  private static let standard: Text = "LOGBOOK"

  /// The name of the drawer for new entries.
  let text: Text

  init() { text = OrgLogDrawerName.standard }

  /// - Parameter value: The value of the property. `t`, `nil` and invalid names select LOGBOOK: entries are
  ///   never written outside of a drawer.
  init(property value: Text?) {
    text = value.flatMap { OrgLogDrawerName.isName($0) ? $0 : nil } ?? OrgLogDrawerName.standard
  }

  private static func isName(_ value: Text) -> Bool {
    let line = [0x3A] + value.bytes + [0x3A]
    return line.withView { OrgSyntax.drawerName($0)?.count == value.bytes.count }
      && !["t", "nil", "END", "PROPERTIES"].contains { value.isSameName(as: $0) }
  }

  /// The opening line of the drawer.
  var opening: [UInt8] { [0x3A] + text.bytes + [0x3A] }

  private var hasOwn: Bool { !text.isSameName(as: OrgLogDrawerName.standard) }

  /// True if a drawer with this name holds log entries.
  func names(_ name: ByteView) -> Bool {
    name.isSame(as: "LOGBOOK") || hasOwn && text.isSameName(as: name)
  }

  /// True if a line opens a log drawer.
  ///
  /// - Parameter line: The line without surrounding whitespace.
  func opens(_ line: ByteView) -> Bool {
    guard line.first == 0x3A, line.last == 0x3A, line.count > 2 else { return false }
    return names(line.dropFirst().dropLast())
  }

  /// True if a line opens the drawer that new entries go into.
  func isTarget(_ line: ArraySlice<UInt8>) -> Bool {
    text.isSameName(as: line.trimmingBlanks.dropFirst().dropLast())
  }

  /// Quick check whether the bytes may contain a log drawer; false if they certainly have none.
  func mayStand(in bytes: ByteView) -> Bool {
    var colon = bytes.place(of: 0x3A, from: bytes.startIndex)
    while colon < bytes.endIndex {
      let rest = bytes[(colon + 1)...]
      let end = rest.place(of: 0x3A, from: rest.startIndex)
      if end < bytes.endIndex, names(rest[..<end]) { return true }
      colon = end
    }
    return false
  }
}
