/// Where a new task's file goes: a folder for the month, then the title made simple, then the id.
///
/// The path stays for the task's life, whatever becomes of the title.
public enum TaskPath {
  /// The files a month folder takes before the next one is begun.
  public static let mostFiles = 512
  static let longestSlug = 40
  /// Of a UUID, and then some.
  private static let longestID = 64

  /// `2026-11/call-bob-about-the-invoice-k7mq2xw4tz9nbcde.org`.
  public static func path(folder: String, title: Text, id: TaskID, format: Format) -> String {
    "\(folder)/\(slug(title))-\(name(of: id)).\(format.rawValue)"
  }

  /// An id that another program made may hold anything, at any length.
  private static func name(of id: TaskID) -> String {
    let isName =
      id.text.bytes.count <= longestID
      && id.text.bytes.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
    return isName ? id.text.string : slug(id.text)
  }

  /// A task's path with the ending of a format.
  public static func path(_ path: String, in format: Format) -> String {
    let bytes = path.utf8
    let stem = bytes.lastIndex(of: 0x2E).map { path[..<$0] } ?? path[...]
    return "\(stem).\(format.rawValue)"
  }

  /// The path a task would have in the other format; nil for a file that is no task.
  public static func twin(of path: String) -> String? {
    switch Format(path: path) {
    case .org: self.path(path, in: .markdown)
    case .markdown: self.path(path, in: .org)
    case nil: nil
    }
  }

  /// True for the name of a file that was made here for a task, whatever it holds now: it ends in an id.
  public static func isOurs(_ path: String) -> Bool { idInName(path) != nil }

  /// The id at the end of the name of a file that was made here.
  public static func idInName(_ path: String) -> [UInt8]? {
    guard let format = Format(path: path), path.utf8.contains(0x2F) else { return nil }
    let stem = path.utf8.dropLast(format.rawValue.utf8.count + 1)
    let id = stem.suffix(TaskID.length)
    guard stem.dropLast(TaskID.length).last == 0x2D, TaskID.isMadeHere(id) else { return nil }
    return Array(id)
  }

  /// Whether the name of a file ends in that id.
  public static func isNamed(_ path: String, for id: TaskID) -> Bool {
    guard let format = Format(path: path) else { return false }
    return path.hasSuffix("-\(id.text.string).\(format.rawValue)")
  }

  /// `2026-11`, `2026-11-2`, `2026-11-3` …: the first folder of the month that has room.
  public static func folder(for date: CivilDate, fileCount: (String) -> Int) -> String {
    let month = String(date.iso.prefix(7))
    var folder = month
    var number = 1
    while fileCount(folder) >= mostFiles {
      number += 1
      folder = "\(month)-\(number)"
    }
    return folder
  }

  /// At most 40 characters of `[a-z0-9-]`; `task` when nothing of the title is left.
  public static func slug(_ title: Text) -> String {
    var slug: [UInt8] = []
    var isGap = false
    for scalar in title.string.unicodeScalars {
      let letters = folded(scalar)
      guard !letters.isEmpty else {
        // A mark that combines belongs to the letter before it.
        if scalar.properties.generalCategory != .nonspacingMark { isGap = true }
        continue
      }
      if isGap, !slug.isEmpty { slug.append(0x2D) }
      isGap = false
      slug += letters
    }
    if slug.count > longestSlug {
      slug = Array(slug.prefix(longestSlug + 1))
      // Rather a word less than half a word, as long as enough is left.
      if let cut = slug.lastIndex(of: 0x2D), cut > longestSlug / 2 {
        slug = Array(slug[..<cut])
      } else {
        slug.removeLast()
      }
    }
    while slug.last == 0x2D { slug.removeLast() }
    return slug.isEmpty ? "task" : String(decoding: slug, as: UTF8.self)
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    if let ascii = UInt8(exactly: scalar.value), ascii < 0x80 {
      return ascii.isASCIILetter || ascii.isDigit ? [ascii.lowercasedASCII] : []
    }
    let small = scalar.properties.lowercaseMapping
    for (letters, ascii) in foldings where letters.contains(small) { return Array(ascii.utf8) }
    return []
  }

  /// Latin letters with marks, and the ASCII letters they are written as without.
  private static let foldings: [(String, String)] = [
    ("àáâãäåāăąǎǻạảấầẩẫậắằẳẵặ", "a"), ("æǽ", "ae"), ("çćĉċč", "c"), ("ďđð", "d"),
    ("èéêëēĕėęěẹẻẽếềểễệ", "e"), ("ĝğġģǧ", "g"), ("ĥħ", "h"), ("ìíîïĩīĭįıǐỉị", "i"), ("ĳ", "ij"),
    ("ĵ", "j"), ("ķĸǩ", "k"), ("ĺļľŀł", "l"), ("ñńņňŉŋ", "n"), ("òóôõöøōŏőǒǿọỏốồổỗộơớờởỡợ", "o"),
    ("œ", "oe"), ("ŕŗř", "r"), ("śŝşšșſ", "s"), ("ß", "ss"), ("ţťŧț", "t"), ("þ", "th"),
    ("ùúûüũūŭůűųǔụủưứừửữự", "u"), ("ŵẁẃẅ", "w"), ("ýÿŷỳỵỷỹ", "y"), ("źżž", "z"),
  ]
}
