import TasksCore

/// What `agenda.org` says when it comes back from a phone: the states of its tasks, and headings that were added to it.
///
/// Phones print files anew, so only values count: not blanks, the order of drawers or where tags stand.
package struct PhoneHeadings {
  /// A task of ours.
  package struct Known {
    /// The one in its drawer.
    package let id: TaskID
    package let title: Text
    /// Without a keyword for a state that is none.
    package let state: State
    /// When the phone says that it was finished.
    package let closed: Timestamp?
    /// The text of its file, as that of an added heading.
    fileprivate let text: [UInt8]
    /// The scheduled date and the deadline, and the lines of its notes.
    private let dates: [Timestamp?]
    private let lines: Set<Text>

    fileprivate init(
      _ id: TaskID, _ task: Task, state: State? = nil, closed: Timestamp?, text: [UInt8]
    ) {
      (self.id, title, self.closed, self.text) = (id, task.title, closed, text)
      self.state = state ?? task.state
      dates = [task.scheduled?.start, task.deadline?.start]
      lines = Set(
        task.notes.lines.map { Text(bytes: $0.bytes[...].trimmingBlanks) }.filter { !$0.isEmpty })
    }

    /// What a phone has changed in it besides its state.
    ///
    /// - Parameter written: The same task as it was written for phones.
    package func edits(since written: Known) -> [String] {
      let edits = [
        ("title", title != written.title), ("dates", dates != written.dates),
        ("notes", !lines.isSubset(of: written.lines)),
      ]
      return edits.filter(\.1).map(\.0)
    }
  }

  package let tasks: [Known]
  /// The tasks of ours as if they had been added: one may have lost its drawer on a phone.
  package let known: [PhoneCapture]
  package let added: [PhoneCapture]

  /// - Parameter bytes: As ``PhoneText`` reads them.
  package init(_ bytes: [UInt8], context: ForeignContext) {
    var reader = Reader(bytes, context)
    reader.read()
    func captures(_ texts: [[UInt8]]) -> [PhoneCapture] {
      texts.flatMap { PhoneInbox($0, context: context).captures }
    }
    tasks = reader.tasks
    known = captures(tasks.map(\.text))
    added = captures(reader.added)
  }

  private struct Reader {
    var tasks: [Known] = []
    var added: [[UInt8]] = []
    let bytes: [UInt8]
    let context: ForeignContext
    let lines: [ByteLine]
    /// The `#+TODO:` lines, or that of the store.
    var settings: [UInt8] = []

    init(_ bytes: [UInt8], _ context: ForeignContext) {
      (self.bytes, self.context) = (bytes, context)
      lines = Array(ByteLines(bytes[...]))
      for line in lines
      where ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: {
        Text(bytes: bytes[line].prefix($0.utf8.count)).isSameName(as: Text($0))
      }) {
        settings += bytes[line] + [0x0A]
      }
      if settings.isEmpty { settings = "#+TODO: ".utf8 + context.keywords.bytes + [0x0A] }
    }

    mutating func read() {
      var number = lines.firstIndex { OutlineFile.level(bytes[$0]) > 0 } ?? lines.count
      while number < lines.count {
        let level = OutlineFile.level(bytes[lines[number]])
        let end = nextHeading(after: number)
        if isOurs(number, level) {
          number = end
        } else if let known = known(number..<end, level) ?? twin(number..<end, level) {
          tasks.append(known)
          number = end
        } else {
          // With all below it that is not a task of ours.
          var last = end
          while last < lines.count {
            let below = OutlineFile.level(bytes[lines[last]])
            let next = nextHeading(after: last)
            guard below > level, known(last..<next, below) == nil else { break }
            last = next
          }
          added.append(settings + text(number..<last, level))
          number = last
        }
      }
    }

    /// A merge that keeps the lines of both sides leaves two headings of a task that both have changed, and below the
    /// second one alone the drawer that both have. Between them there may be such a heading of the next task.
    private func twin(_ range: Range<Int>, _ level: Int) -> Known? {
      guard let own = document(range, level)?.task, own.notes.isEmpty else { return nil }
      var start = range.upperBound
      while start < lines.count {
        let level = OutlineFile.level(bytes[lines[start]])
        let end = nextHeading(after: start)
        guard let next = document(start..<end, level)?.task else { return nil }
        let known = known(start..<end, level)
        guard next.title == own.title || own.state.isDone && known == nil else { return nil }
        if let known {
          return Known(known.id, own, closed: own.closed, text: known.text)
        }
        start = end
      }
      return nil
    }

    private func document(_ range: Range<Int>, _ level: Int) -> (any TaskDocument)? {
      read(settings + text(range, level))
    }

    private func read(_ text: [UInt8]) -> (any TaskDocument)? {
      let read = try? TaskReader.read(text, path: PhoneAgendaFile.path, workflow: context.workflow)
      return read ?? nil
    }

    private func nextHeading(after number: Int) -> Int {
      lines[(number + 1)...].firstIndex { OutlineFile.level(bytes[$0]) > 0 } ?? lines.count
    }

    private func isOurs(_ number: Int, _ level: Int) -> Bool {
      let title = bytes[lines[number]].dropFirst(level).trimmingBlanks
      return PhoneAgenda.isHeading(String(decoding: title, as: UTF8.self))
    }

    /// The lines with the first heading on the first level.
    private func text(_ range: Range<Int>, _ level: Int) -> [UInt8] {
      var text: [UInt8] = []
      for line in lines[range] {
        let isHeading = OutlineFile.level(bytes[line]) > 0
        text += bytes[line].dropFirst(isHeading ? level - 1 : 0) + [0x0A]
      }
      return text
    }

    private func known(_ range: Range<Int>, _ level: Int) -> Known? {
      guard let task = document(range, level)?.task, let id = id(of: task) else {
        return unread(range, level)
      }
      let text = settings + text(range, level)
      return Known(id, task, closed: task.closed, text: text)
    }

    private func id(of task: Task) -> TaskID? {
      let name = Text(PhoneAgendaFile.property)
      if let value = task.property(named: name) { return TaskID(value) }
      // Of a drawer that a merge has left without its end.
      let start = Array(":\(PhoneAgendaFile.property):".utf8)
      let line = task.notes.lines.lazy.map { Array($0.bytes[...].trimmingBlanks) }
        .first { $0.starts(with: start) }
      return line.flatMap { TaskID(Text(bytes: $0.dropFirst(start.count).trimmingBlanks)) }
    }

    /// A heading of ours from which a phone has taken the state, or given one that is not known, says nothing.
    private func unread(_ range: Range<Int>, _ level: Int) -> Known? {
      guard let first = context.workflow.first, let number = range.first else { return nil }
      var text = settings + [0x2A, 0x20] + first.keyword.bytes + [0x20]
      text += bytes[lines[number]].dropFirst(level).trimmingBlanks + [0x0A]
      for line in lines[range.dropFirst()] { text += bytes[line] + [0x0A] }
      guard let task = read(text)?.task, let id = id(of: task) else { return nil }
      return Known(id, task, state: State(.empty, isDone: false), closed: nil, text: text)
    }
  }
}
