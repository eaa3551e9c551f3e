/// A task, as far as a file says what it is. Texts are as written in the file, escapes included.
public struct Task: Equatable, Sendable {
  public var id: TaskID
  /// False for a task made by hand whose file names no id: its id then follows from its path.
  public var hasOwnID = true
  /// Where its file lies in the store, `/` between the parts.
  public var path: String
  public var format: Format

  /// Without statistics cookies such as `[1/3]`.
  public var title: Text
  public var state: State
  public var priority: Priority?
  public var rank: Rank?
  /// Each once, in the order of the file; contexts with their `@`.
  public var tags: [Text] = []
  public var list: Text?
  public var created: Timestamp?
  public var scheduled: Planning?
  public var deadline: Planning?
  public var closed: Timestamp?
  /// When it was put into the trash.
  public var deleted: Timestamp?
  public var lastRepeat: Timestamp?
  public var reminders: [Timestamp] = []
  /// Whether its reminders alert with a sound.
  public var isImportant = false
  /// Minutes before each date.
  public var firstAlert: Int?
  public var secondAlert: Int?
  public var place = Place()
  /// Minutes.
  public var effort: Int?
  public var parent: TaskID?
  /// Tasks that must be finished first.
  public var blockers: [TaskID] = []
  /// What else the file says by name, in its order, each name once and spelled as there. A known name
  /// whose value could not be read stands here too.
  public var properties: [Property] = []
  public var log: [LogEntry] = []
  public var clocks: [Clock] = []
  /// The body, without the blank lines around it.
  public var notes: Text = .empty

  public struct Property: Hashable, Sendable {
    public var name: Text
    public var value: Text

    public init(_ name: Text, _ value: Text) {
      self.name = name
      self.value = value
    }
  }

  public init(id: TaskID, path: String, format: Format, title: Text, state: State) {
    self.id = id
    self.path = path
    self.format = format
    self.title = title
    self.state = state
  }

  /// With what `fill` puts in. A variable that is filled where it is handed on would be copied first, which costs as
  /// much as reading a short file.
  consuming func filled(by fill: (inout Task) -> Void) -> Task {
    fill(&self)
    return self
  }

  public var isDone: Bool { state.isDone }
  public var isDeleted: Bool { deleted != nil }
  /// Neither finished nor in the trash: what `list` shows and `max-open` counts.
  public var isOpen: Bool { !isDone && !isDeleted }

  /// Org counts a task scheduled with a repeater and marked so as a habit.
  public var isHabit: Bool {
    property(named: "STYLE")?.string.lowercased() == "habit" && scheduled?.isRepeating == true
  }

  public func property(named name: Text) -> Text? {
    properties.first { $0.name.isSameName(as: name) }?.value
  }

  /// The boxes of the notes in file order, those below a heading of the notes left out.
  public var checklist: [ChecklistItem] { Checklist(notes, format: format).items }
}

/// The two ways a task is written down.
public enum Format: String, Sendable, CaseIterable {
  case org
  case markdown = "md"

  /// By the ending of a file's name; nil for files that cannot be tasks.
  public init?(path: some StringProtocol) {
    // A string looks for whole signs at its own end.
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

  public var other: Format { self == .org ? .markdown : .org }
}
