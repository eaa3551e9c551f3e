/// The log drawers in the text of an entry. Org finds one anywhere before the next heading, except in a block whose
/// content it does not parse, in another drawer, or if the block around it ends before the drawer does.
struct OrgBodyDrawers {
  private let bytes: ByteView
  private var areas: OrgAreas
  private var position: Int

  /// - Parameter bytes: The bytes from the start of the text.
  init(in bytes: ByteView) {
    self.bytes = bytes
    areas = OrgAreas(bytes)
    position = bytes.startIndex
  }

  mutating func next() -> OrgLogbook.Drawer? {
    while let line = bytes.line(at: position), !OrgSyntax.isHeading(bytes[line]) {
      position = line.next
      switch areas.read(line) {
      case .text, .closing: break
      case .code(let end): position = end
      case .opening(let end):
        let text = bytes[line].trimmingLeadingBlanks
        guard let drawer = OrgSyntax.drawerName(text), let closing = bytes.line(at: end) else {
          continue
        }
        // A drawer has no other drawer in it.
        position = closing.start
        if drawer.isSame(as: "LOGBOOK") {
          return OrgLogbook.Drawer(opening: line, closing: closing)
        }
      }
    }
    return nil
  }
}
