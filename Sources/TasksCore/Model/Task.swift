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
  static let trashTag: Text = "ARCHIVE"

  package var isDone: Bool { state.isDone }
  package var isDeleted: Bool { deleted != nil }
  /// Neither done nor in the trash: the tasks that `list` shows and `max-open` counts.
  package var isOpen: Bool { !isDone && !isDeleted }

  /// True for a habit as Org defines it: scheduled with a repeater, and marked as one.
  package var isHabit: Bool { hasHabitStyle && scheduled?.isRepeating == true }

  /// True for a task that no agenda shows: commented out, or with the tag ARCHIVE of its own.
  package var isHiddenFromAgenda: Bool { isCommented || tags.contains(Task.trashTag) }

  package func property(named name: Text) -> Text? {
    properties.first { $0.name.isSameName(as: name) }?.value
  }

  /// The entries of the log.
  package var entries: [LogEntry] { log.compactMap(\.entry) }

  /// The clocks of the log.
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
