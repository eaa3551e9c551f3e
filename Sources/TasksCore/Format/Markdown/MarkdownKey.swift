/// The keys of front matter that are fields of a task, in the order a new file has them: `rank`, the one that
/// changes most, stands between two that never change, so that even a merge by lines keeps it apart.
enum MarkdownKey: Int, CaseIterable {
  case id
  case rank
  case created
  case title
  case status
  case priority
  case list
  case tags
  case contexts
  case scheduled
  case scheduledEnd
  case scheduledWarning
  case due
  case dueEnd
  case dueWarning
  case `repeat`
  /// What a rule under `recurrence` (TaskNotes) counts from.
  case recurrenceAnchor
  case scheduledRepeat
  case reminder
  case important
  case firstAlert
  case secondAlert
  case placeName
  case coordinates
  case radius
  case effort
  case parent
  case dependencies
  case completed
  case lastRepeat
  case deleted
  /// Time that another program (TaskNotes) recorded: read as clocks.
  case timeEntries
  /// Where another program (dstask) keeps the notes: counts where the body has none.
  case notes

  /// Ours first, then what other programs call it: Obsidian TaskNotes, Backlog.md, dstask and the like.
  var spellings: [StaticString] {
    switch self {
    case .id: ["id", "uid", "uuid"]
    case .rank: ["rank", "ordinal"]
    case .created: ["created", "dateCreated", "created_date", "created_at"]
    case .title: ["title", "summary"]
    case .status: ["status"]
    case .priority: ["priority"]
    case .list: ["list", "project", "projects"]
    case .tags: ["tags", "labels"]
    case .contexts: ["contexts"]
    case .scheduled: ["scheduled"]
    case .scheduledEnd: ["scheduled_end"]
    case .scheduledWarning: ["scheduled_warning"]
    case .due: ["due", "due_date"]
    case .dueEnd: ["due_end"]
    case .dueWarning: ["due_warning"]
    case .repeat: ["repeat", "recurrence"]
    case .recurrenceAnchor: ["recurrence_anchor"]
    case .scheduledRepeat: ["scheduled_repeat"]
    case .reminder: ["reminder", "reminders"]
    case .important: ["important"]
    case .firstAlert: ["alert"]
    case .secondAlert: ["alert2"]
    case .placeName: ["location"]
    case .coordinates: ["geo"]
    case .radius: ["location_radius"]
    case .effort: ["effort", "timeEstimate"]
    case .parent: ["parent", "parent_task_id", "parent_id"]
    case .dependencies: ["dependencies"]
    case .completed: ["completed", "completedDate", "closed_at", "resolved", "completed_date"]
    case .lastRepeat: ["last_repeat"]
    case .deleted: ["deleted"]
    case .timeEntries: ["timeEntries"]
    case .notes: ["notes"]
    }
  }

  static let count = allCases.count

  /// The place of a spelling among those of all fields, from 0: there are fewer than 64.
  static func number(_ key: MarkdownKey, _ spelling: UInt8) -> Int {
    firstNumbers[key.rawValue] + Int(spelling)
  }

  private static let firstNumbers: [Int] = allCases.reduce(into: [0]) { numbers, key in
    numbers.append(numbers[key.rawValue] + key.spellings.count)
  }

  /// Our own name for it.
  var name: String { spellings[0].description }

  /// Which spelling TaskNotes has of a field that it reads as we do; nil where it has ours.
  var notesSpelling: UInt8? {
    switch self {
    case .created, .completed, .effort: 1
    default: nil
    }
  }

  /// The field a key names, whatever its capitals, and which of the field's spellings it is, from 0.
  static func named(_ key: ByteView) -> (key: MarkdownKey, spelling: UInt8)? {
    guard key.count <= longest else { return nil }
    let start = ByteView.lowercased(key.word(at: key.startIndex))
    let candidates = candidates
    for index in firstOfLength[key.count]..<firstOfLength[key.count + 1]
    where candidates[index].start == start
      && (key.count <= 8 || key.isSame(as: candidates[index].word))
    {
      return (candidates[index].key, candidates[index].spelling)
    }
    return nil
  }

  static func named(_ key: some ByteSlice) -> (key: MarkdownKey, spelling: UInt8)? {
    Array(key).withView { named($0) }
  }

  private struct Candidate {
    /// The first eight bytes as one number, in small letters.
    let start: UInt64
    let word: StaticString
    let key: MarkdownKey
    let spelling: UInt8
  }

  /// All spellings, the shortest first.
  private static let candidates: [Candidate] = {
    let all = allCases.flatMap { key in
      key.spellings.enumerated().map { spelling, word in
        let start = word.withUTF8Buffer {
          ByteView.reading($0) { ByteView.lowercased($0.word(at: 0)) }
        }
        return Candidate(start: start, word: word, key: key, spelling: UInt8(spelling))
      }
    }
    return all.sorted { $0.word.utf8CodeUnitCount < $1.word.utf8CodeUnitCount }
  }()

  private static let longest = candidates.last?.word.utf8CodeUnitCount ?? 0

  /// Where those of each length begin, and behind the longest the end.
  private static let firstOfLength = (0...longest + 1).map { length in
    candidates.firstIndex { $0.word.utf8CodeUnitCount >= length } ?? candidates.count
  }
}
