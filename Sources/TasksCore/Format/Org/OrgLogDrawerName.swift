/// What the drawers of a log are called: LOGBOOK, or as well what `LOG_INTO_DRAWER` says, which new entries go into then
/// (Org manual, "Tracking TODO state changes").
struct OrgLogDrawerName: Sendable {
  static let property: StaticString = "LOG_INTO_DRAWER"
  private static let standard: Text = "LOGBOOK"

  /// The one that new entries go into.
  let text: Text

  /// LOGBOOK.
  init() { text = OrgLogDrawerName.standard }

  /// - Parameter value: Of the property; `t` and `nil` name no drawer. Outside of one nothing is ever written.
  init(property value: Text?) {
    text = value.flatMap { OrgLogDrawerName.isName($0) ? $0 : nil } ?? OrgLogDrawerName.standard
  }

  private static func isName(_ value: Text) -> Bool {
    let line = [0x3A] + value.bytes + [0x3A]
    return line.withView { OrgSyntax.drawerName($0)?.count == value.bytes.count }
      && !["t", "nil", "END", "PROPERTIES"].contains { value.isSameName(as: $0) }
  }

  /// The line that opens it.
  var opening: [UInt8] { [0x3A] + text.bytes + [0x3A] }

  private var hasOwn: Bool { !text.isSameName(as: OrgLogDrawerName.standard) }

  /// Whether a drawer of that name holds entries of the log.
  func names(_ name: ByteView) -> Bool {
    name.isSame(as: "LOGBOOK") || hasOwn && text.isSameName(as: name)
  }

  /// Whether a line opens such a drawer.
  ///
  /// - Parameter line: Without the blanks around it.
  func opens(_ line: ByteView) -> Bool {
    guard line.first == 0x3A, line.last == 0x3A, line.count > 2 else { return false }
    return names(line.dropFirst().dropLast())
  }

  /// Whether new entries go into the drawer that a line opens.
  func isTarget(_ line: ArraySlice<UInt8>) -> Bool {
    text.isSameName(as: line.trimmingBlanks.dropFirst().dropLast())
  }

  /// Whether such a drawer may stand in bytes that begin with none.
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
