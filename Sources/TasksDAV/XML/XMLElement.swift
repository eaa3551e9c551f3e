/// An element as it was read.
package struct XMLElement: Hashable, Sendable {
  package let name: XMLName
  package let attributes: [XMLName: String]
  /// All text directly in the element, without that of its children.
  package let text: String
  package let children: [XMLElement]

  /// The text without the blanks around it.
  package var value: String {
    guard let first = text.utf8.firstIndex(where: { !XMLReader.isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !XMLReader.isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// The first child of a name.
  package subscript(name: XMLName) -> XMLElement? { children.first { $0.name == name } }

  package func all(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }
}

/// Why a document could not be read.
package struct XMLFault: Error, Equatable, CustomStringConvertible {
  package let line: Int
  package let reason: String

  package var description: String { "line \(line): \(reason)" }
}
