/// Names of files that stand beside others for a while, made from theirs.
public enum SiblingPath {
  /// How many bytes file systems take (NAME_MAX of limits.h).
  private static let longest = 255
  private static let digits = 16

  /// A path with something before and behind its last name. Of a name that leaves no room for that, the end is left
  /// out, and a sum of the whole stands there instead: notes written elsewhere may have titles of any length.
  public static func path(_ path: String, beginning: String = "", ending: String) -> String {
    let start = path.lastSlash.map { path.utf8.index(after: $0) } ?? path.startIndex
    let name = path.utf8[start...]
    let room = longest - beginning.utf8.count - ending.utf8.count
    // One that is too long itself stays too long: it must fail before anything has happened.
    guard name.count > room, name.count <= longest else {
      return "\(path[..<start])\(beginning)\(path[start...])\(ending)"
    }
    var end = name.index(start, offsetBy: room - digits - 1)
    while name[end] & 0xC0 == 0x80 { name.formIndex(before: &end) }
    return "\(path[..<start])\(beginning)\(path[start..<end]).\(hash(of: path[start...]))\(ending)"
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo), in hexadecimal digits.
  public static func hash(of text: some StringProtocol) -> String {
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in
      (sum ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let text = String(sum, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
