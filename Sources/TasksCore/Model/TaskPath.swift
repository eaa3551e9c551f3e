/// The path of a new task's file: a folder for the month, then a slug of the title, then the id.
///
/// The path stays the same for the task's life, even if the title changes.
package enum TaskPath {
  /// The number of files in a month's folder before the next folder is started.
  package static let maxFiles = 512
  static let longestSlug = 40
  /// Room for a UUID and some more.
  private static let longestID = 64

  /// Returns the path, such as `2026-11/call-bob-about-the-invoice-k7mq2xw4tz9nbcde.org`.
  package static func path(folder: String, title: Text, id: TaskID, format: Format) -> String {
    "\(folder)/\(slug(Markup.words(ofTitle: title, format)))-\(name(of: id)).\(format.rawValue)"
  }

  /// Returns the id, or a slug of it, since an id from another program may be of any length and contain any bytes.
  private static func name(of id: TaskID) -> String {
    let isName =
      id.text.bytes.count <= longestID
      && id.text.bytes.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
    return isName ? id.text.string : slug(id.text)
  }

  /// Returns true for a path that a file of this format can have in a store.
  package static func isPlace(_ path: String, _ format: Format) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return Format(path: path) == format && !Text(path).hasControlCharacters
      && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= 255 }
  }

  /// Returns the task's path with the extension of a format.
  package static func path(_ path: String, in format: Format) -> String {
    let bytes = path.utf8
    let stem = bytes.lastIndex(of: 0x2E).map { path[..<$0] } ?? path[...]
    return "\(stem).\(format.rawValue)"
  }

  /// Returns the path that the task would have in the other format; nil for a file that is not a task.
  package static func twin(of path: String) -> String? {
    switch Format(path: path) {
    case .org: self.path(path, in: .markdown)
    case .markdown: self.path(path, in: .org)
    case nil: nil
    }
  }

  /// Returns true if the name is that of a task file made here, that is, it ends in an id. The content does not
  /// matter.
  package static func isOurs(_ path: String) -> Bool { idInName(path) != nil }

  /// Returns the id at the end of the name of a file that was made here.
  package static func idInName(_ path: String) -> [UInt8]? {
    guard let format = Format(path: path), path.utf8.contains(0x2F) else { return nil }
    let stem = path.utf8.dropLast(format.rawValue.utf8.count + 1)
    for length in [TaskID.length, TaskID.uuidLength] {
      let id = stem.suffix(length)
      let isID = length == TaskID.length ? TaskID.isMadeHere(id) : TaskID.isUUID(id)
      if isID, stem.dropLast(length).last == 0x2D { return Array(id) }
    }
    return nil
  }

  /// Returns true for a file in the folder of a month, such as `2026-11/` or `2026-11-2/`.
  package static func isInMonth(_ path: String) -> Bool {
    let folder = path.utf8.prefix { $0 != 0x2F }
    guard folder.count >= 7, folder.count < path.utf8.count else { return false }
    let isDash = { (place: Int) in place == 4 || place == 7 }
    return folder.count != 8
      && folder.enumerated().allSatisfy { place, byte in
        isDash(place) ? byte == 0x2D : byte.isDigit
      }
  }

  /// Returns true if the file name ends in this id.
  package static func isNamed(_ path: String, for id: TaskID) -> Bool {
    guard let format = Format(path: path) else { return false }
    return path.hasSuffix("-\(id.text.string).\(format.rawValue)")
  }

  /// Returns the first folder of the month that has room: `2026-11`, `2026-11-2`, `2026-11-3` …
  package static func folder(for date: CivilDate, fileCount: (String) -> Int) -> String {
    let month = String(date.iso.prefix(7))
    var folder = month
    var number = 1
    while fileCount(folder) >= maxFiles {
      number += 1
      folder = "\(month)-\(number)"
    }
    return folder
  }

  /// Returns the title in at most 40 characters of `[a-z0-9-]`; `task` if nothing of the title is left.
  package static func slug(_ title: Text) -> String {
    var slug: [UInt8] = []
    var isGap = false
    for scalar in title.string.unicodeScalars {
      let letters = folded(scalar)
      guard !letters.isEmpty else {
        // A combining mark belongs to the letter before it.
        if scalar.properties.generalCategory != .nonspacingMark { isGap = true }
        continue
      }
      if isGap, !slug.isEmpty { slug.append(0x2D) }
      isGap = false
      slug += letters
    }
    if slug.count > longestSlug {
      slug = Array(slug.prefix(longestSlug + 1))
      // Cuts at the end of a word, unless that leaves too little.
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

  /// Latin letters with diacritics and ligatures, and their ASCII spelling.
  private static let foldings: [(String, String)] = [
    ("àáâãäåāăąǎǻạảấầẩẫậắằẳẵặ", "a"), ("æǽ", "ae"), ("çćĉċč", "c"), ("ďđð", "d"),
    ("èéêëēĕėęěẹẻẽếềểễệ", "e"), ("ĝğġģǧ", "g"), ("ĥħ", "h"), ("ìíîïĩīĭįıǐỉị", "i"), ("ĳ", "ij"),
    ("ĵ", "j"), ("ķĸǩ", "k"), ("ĺļľŀł", "l"), ("ñńņňŉŋ", "n"), ("òóôõöøōŏőǒǿọỏốồổỗộơớờởỡợ", "o"),
    ("œ", "oe"), ("ŕŗř", "r"), ("śŝşšșſ", "s"), ("ß", "ss"), ("ţťŧț", "t"), ("þ", "th"),
    ("ùúûüũūŭůűųǔụủưứừửữự", "u"), ("ŵẁẃẅ", "w"), ("ýÿŷỳỵỷỹ", "y"), ("źżž", "z"),
  ]
}
