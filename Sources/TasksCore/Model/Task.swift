/// A task as its file describes it. Texts are as written in the file, including escapes.
package struct Task: Equatable, Sendable {
  package var id: TaskID
  /// False for a task made by hand whose file contains no id. Its id is then derived from its path.
  package var hasOwnID = true
  /// Whether its file is sure to be a task of a store, and not a file that looks like one: it is in the folder of a
  /// month, or has an id that is no other's.
  package var isOfStore: Bool { TaskPath.isInMonth(path) || hasOwnID && id.isUnique }

  /// The path of its file in the store, with `/` between components.
  package var path: String
  package var format: Format

  /// The title without statistics cookies such as `[1/3]`.
  package var title: Text
  package var state: State
  package var priority: Priority?
  package var rank: Rank?
  /// Each tag once, in the order of the file. Contexts include their `@`.
  package var tags: [Text] = []
  package var list: Text?
  package var created: Timestamp?
  package var scheduled: Planning?
  package var deadline: Planning?
  package var closed: Timestamp?
  /// The time at which the task was moved to the trash.
  package var deleted: Timestamp?
  package var lastRepeat: Timestamp?
  package var reminders: [Reminder] = []
  /// True if reminders alert with a sound.
  package var isImportant = false
  /// True if Org's COMMENT is before the title, which hides the task from the agenda. Markdown has nothing like it.
  package var isCommented = false
  /// True if a value of its file cannot be read (``TaskDocument/unreadValues``). Known of a task that is shown.
  package var hasUnreadValues = false
  /// True if the task is marked as a habit (``isHabit``).
  package var hasHabitStyle = false
  /// Minutes before each date.
  package var firstAlert: Int?
  package var secondAlert: Int?
  package var location = Location()
  /// In minutes.
  package var effort: Int?
  package var parent: TaskID?
  /// Tasks that must be done first.
  package var blockers: [TaskID] = []
  /// The task during which this one was found.
  package var discoveredFrom: TaskID?
  /// True if the task never reminds.
  package var isMuted = false
  /// Until then an open task is hidden from lists; on a day without a time, until the day begins.
  package var wait: Timestamp?
  package var repeats = RepeatRule()
  /// All other properties, in the order of the file, each name once and spelled as there. Also contains known names
  /// whose value could not be parsed.
  package var properties: [Property] = []
  /// In the order of the file: newest first.
  package var log: [LogItem] = []
  /// The body without blank lines at both ends.
  package var notes: Text = .empty

  package struct Property: Hashable, Sendable {
    package var name: Text
    package var value: Text

    package init(_ name: Text, _ value: Text) {
      self.name = name
      self.value = value
    }
  }

  package init(id: TaskID, path: String, format: Format, title: Text, state: State) {
    self.id = id
    self.path = path
    self.format = format
    self.title = title
    self.state = state
  }

  /// Applies `fill` in place and returns the task. It takes `self` over, because passing a filled variable on would
  /// copy the task, which costs as much as parsing a short file.
  consuming func filled(by fill: (inout Task) -> Void) -> Task {
    fill(&self)
    return self
  }

  /// The tag that hides a task from Org's agenda. The one of a task in the trash is not among the task's tags.
  package static let archiveTag: Text = "ARCHIVE"

  package var isDone: Bool { state.isDone }
  package var isDeleted: Bool { deleted != nil }
  /// Neither done nor in the trash: the tasks that `list` shows and `max-open` counts.
  package var isOpen: Bool { !isDone && !isDeleted }

  /// True for a habit as Org defines it: scheduled with a repeater, and marked as one.
  package var isHabit: Bool { hasHabitStyle && scheduled?.isRepeating == true }

  /// True for a task that no agenda shows: commented out, or with the tag ARCHIVE of its own.
  package var isHiddenFromAgenda: Bool { isCommented || tags.contains(Task.archiveTag) }

  package func property(named name: Text) -> Text? {
    properties.first { $0.name.isSameName(as: name) }?.value
  }

  package var entries: [LogEntry] { log.compactMap(\.entry) }

  package var clocks: [Clock] { log.compactMap(\.clock) }

  /// The checkboxes of the notes in file order, except those below a heading in the notes.
  package var checklist: [ChecklistItem] { Checklist(notes, format: format).items }
}

/// The two file formats of a task.
package enum Format: String, Sendable, CaseIterable {
  case org
  case markdown = "md"

  /// Determines the format by the file name's extension; nil for a file that cannot be a task.
  package init?(path: some StringProtocol) {
    // Compares bytes, because `hasSuffix` of String compares whole grapheme clusters.
    let format =
      path.utf8.withContiguousStorageIfAvailable { Format.format(ofName: $0) }
      ?? Array(path.utf8).withUnsafeBufferPointer { Format.format(ofName: $0) }
    guard let format else { return nil }
    self = format
  }

  private static func format(ofName name: UnsafeBufferPointer<UInt8>) -> Format? {
    ByteView.reading(name) {
      $0.hasSuffix(".org") ? .org : $0.hasSuffix(".md") ? .markdown : nil
    }
  }

  package var other: Format { self == .org ? .markdown : .org }
}

/// The value of an Org priority cookie: a capital letter or a digit. A, B and C are the usual ones.
///
/// Newer versions of Org also accept longer numbers. These are read as part of the title here, as older versions
/// do.
package struct Priority: Hashable, Sendable, Comparable {
  package let text: String

  /// Nil unless the text is one letter `A`–`Z` (a lower-case one is capitalized) or one digit.
  package init?(_ text: some StringProtocol) {
    guard let byte = text.utf8.first, text.utf8.count == 1, let priority = Priority(byte: byte)
    else {
      return nil
    }
    self = priority
  }

  package init?(byte: UInt8) {
    guard byte.isASCIILetter || byte.isDigit else { return nil }
    let capital = byte.isDigit ? byte : byte & 0xDF
    text = String(Character(Unicode.Scalar(capital)))
  }

  /// The priority that is typed: Taskwarrior's H, M and L are A, B and C.
  static func typed(_ text: some StringProtocol) -> Priority? {
    let high = ["H": "A", "M": "B", "L": "C"]
    return Priority(high[text.uppercased()] ?? String(text))
  }

  /// Orders the more urgent priority first.
  package static func < (a: Priority, b: Priority) -> Bool { a.order < b.order }

  /// Digits, then letters, as Org compares them by character code.
  private var order: UInt8 { text.utf8.first ?? 0 }
}

extension Unicode.Scalar {
  /// True for a character of a tag: a letter or a mark of any script, a digit, or one of `_ @ # %` (The Org Manual,
  /// "Tags").
  package var isTagCharacter: Bool {
    if let ascii = UInt8(exactly: value), ascii < 0x80 {
      return ascii.isASCIILetter || ascii.isDigit || [0x5F, 0x40, 0x23, 0x25].contains(ascii)
    }
    // Letters and marks of common scripts, tested first: Latin without × and ÷, its diacritics, Greek,
    // Cyrillic, Armenian, Hebrew, Arabic, Indic, Thai, Georgian, Japanese, Chinese and Korean.
    switch value {
    case 0xC0...0x24F: return value != 0xD7 && value != 0xF7
    case 0x250...0x2AF, 0x300...0x36F, 0x3A3...0x3F5, 0x400...0x481, 0x531...0x556, 0x561...0x586,
      0x5D0...0x5EA, 0x620...0x669, 0x671...0x6D3, 0x712...0x74A, 0x780...0x7B1, 0x7C0...0x7F5,
      0x904...0x939, 0xE01...0xE3A, 0x10D0...0x10FA, 0x3041...0x3096, 0x30A1...0x30FA,
      0x4E00...0x9FFF, 0xAC00...0xD7A3:
      return true
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber, .decimalNumber:
      return true
    default:
      return false
    }
  }
}

/// The values of properties by name, for many look-ups; ``Task/property(named:)`` searches linearly each time. If a
/// name occurs twice, the first value counts.
struct PropertyValues: Equatable {
  private var values: [[UInt8]: Text]

  init(_ properties: [Task.Property]) {
    values = Dictionary(properties.map { ($0.name.foldedName, $0.value) }) { first, _ in first }
  }

  subscript(name: Text) -> Text? {
    get { values[name.foldedName] }
    set { values[name.foldedName] = newValue }
  }

  var names: Dictionary<[UInt8], Text>.Keys { values.keys }
}

extension [Task.Property] {
  /// Returns the properties with some values changed. Nil removes a property; new properties are appended.
  func replacing(_ changes: [(name: Text, value: Text?)]) -> [Task.Property] {
    var left: [[UInt8]: Text?] = Dictionary(
      changes.map { ($0.name.foldedName, $0.value) }, uniquingKeysWith: { _, last in last })
    var out: [Task.Property] = []
    out.reserveCapacity(count + changes.count)
    for property in self {
      guard let value = left.removeValue(forKey: property.name.foldedName) else {
        out.append(property)
        continue
      }
      if let value { out.append(Task.Property(property.name, value)) }
    }
    for change in changes {
      if let value = left.removeValue(forKey: change.name.foldedName), let value {
        out.append(Task.Property(change.name, value))
      }
    }
    return out
  }
}
