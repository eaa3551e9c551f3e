/// A name by its bytes. Texts count as equal when only their accents are written in other ways; to git, and to most
/// file systems, those are two names.
public struct ByteName: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// - Parameter bytes: Of a name in UTF-8.
  public init(_ bytes: ArraySlice<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  public static func == (left: ByteName, right: ByteName) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
