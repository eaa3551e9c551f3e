import TasksDAV
import TestSupport

/// What must hold for the bytes of any document of XML: what is read can be written, and reads the same again.
package enum XMLLaws {
  package static func check(_ bytes: [UInt8]) {
    guard let root = try? XMLReader.read(bytes), isShort(root) else { return }
    let written = document(root)
    let again = try? XMLReader.read(written)
    Law.require(
      again.map(document) == written,
      "what is written is read as it was: \(String(decoding: written, as: UTF8.self))")
    _ = DAVPath(root.value).map { path in
      Law.require(DAVPath(path.href) == path, "an href is read as its path: \(path.href)")
    }
  }

  /// Whether no name is too long with a prefix of ours.
  private static func isShort(_ element: XMLElement) -> Bool {
    element.name.text.utf8.count < XMLReader.longestName - 2
      && element.children.allSatisfy(isShort)
  }

  /// Returns the document again, without the attributes of the outermost element and those with a namespace.
  private static func document(_ root: XMLElement) -> [UInt8] {
    XMLWriter.document(root.name) { writeContent(of: root, to: &$0) }
  }

  private static func writeContent(of element: XMLElement, to writer: inout XMLWriter) {
    writer.text(element.text)
    for child in element.children {
      let plain = child.attributes.filter { !$0.key.text.contains { ":{".contains($0) } }
      let attributes = plain.map { (name: $0.key.text, value: $0.value) }
      writer.element(child.name, attributes.sorted { $0.name < $1.name }) { writer in
        writeContent(of: child, to: &writer)
      }
    }
  }
}
