import TasksCore

/// A record of a file, with what an import knows of it.
struct ForeignItem {
  var record: ForeignTask
  let file: String
  let source: String?
  /// The record before it, if its id follows from the file; see ``ImportBase/record(of:isSecret:after:)``.
  var before: TaskID?
  /// Whether it was read from a source of another name before.
  var isMoved = false
  var remembered = ImportBase.Record()
  /// Whether the source said the same when it was imported before.
  var isKnown = false
  /// What was changed to make it writable here.
  var remarks: [ForeignImport.Remark] = []

  func remark(_ text: String) -> ForeignImport.Remark {
    ForeignImport.Remark(file: file, line: record.line, text: text)
  }
}

/// Gives each record of a file the id of its task.
///
/// A record without an id gets one that is the same whenever the file is read: of the format, the file, the title, the
/// time of creation, and how many such records come before. What was read from the file under another title, or from a
/// file of another name, keeps its id, and that is said. Two tasks are rather told apart than made one: a new title needs
/// the moment of creation or the notes of the old one, or its place and words of it; and a file of the same name in
/// another folder, which has few titles in common, is another file.
struct ForeignIdentity {
  let format: String
  let traits: Set<ForeignTrait>
  let base: ImportBase
  let context: ForeignContext
  /// Of all files that are imported.
  let sources: Set<String>
  /// Whether a file is no longer where it was at an earlier import.
  let isGone: (String) -> Bool
  let existing: (TaskID) -> Task?

  private(set) var bad: [ForeignImport.Remark] = []
  private(set) var remarks: [ForeignImport.Remark] = []
  /// The names that files had at an earlier import.
  private(set) var formerSources: Set<String> = []
  /// The sources of earlier imports, which are asked for with each file.
  private lazy var earlierSources = base.sources
  /// How many records without an id there were of a kind.
  private var counts: [String: Int] = [:]

  init(
    format: String, traits: Set<ForeignTrait>, base: ImportBase, context: ForeignContext,
    sources: Set<String>, isGone: @escaping (String) -> Bool,
    existing: @escaping (TaskID) -> Task?
  ) {
    (self.format, self.traits, self.base) = (format, traits, base)
    (self.context, self.sources) = (context, sources)
    (self.isGone, self.existing) = (isGone, existing)
  }

  mutating func items(of file: ForeignImport.File) -> [ForeignItem] {
    var items: [ForeignItem] = []
    items.reserveCapacity(file.records.count)
    for record in file.records {
      switch record {
      case .bad(let line, let reason):
        bad.append(ForeignImport.Remark(file: file.name, line: line, text: reason))
      case .remark(let line, let text):
        remarks.append(ForeignImport.Remark(file: file.name, line: line, text: text))
      case .task(let record):
        items.append(ForeignItem(record: record, file: file.name, source: file.source))
      }
    }
    let unnamed = items.indices.filter { !items[$0].record.task.hasOwnID }
    if !unnamed.isEmpty {
      derive(&items, unnamed, besides: namesakes(of: file, unnamed.map { items[$0].record.task }))
      if let source = file.source, !traits.contains(.movesRecords) {
        recognize(&items, unnamed, source)
      }
      for place in unnamed { items[place].record.task.hasOwnID = true }
    }
    let ids = Dictionary(
      items.map { ($0.record.line, $0.record.task.id) }, uniquingKeysWith: { first, _ in first })
    for place in items.indices {
      guard let line = items[place].record.parentLine, line != items[place].record.line else {
        continue
      }
      items[place].record.task.parent = ids[line]
    }
    return items
  }

  private mutating func derive(
    _ items: inout [ForeignItem], _ unnamed: [Int], besides namesakes: Set<String>
  ) {
    let isInbox = format == OutlineFile.name && items[0].file.lowercased() == "inbox.org"
    // What is part of another task takes no number from one that is not.
    let outermost = unnamed.filter { items[$0].record.parentLine == nil }
    let others = unnamed.filter { items[$0].record.parentLine != nil }
    for place in outermost + others {
      let task = items[place].record.task
      let name = traits.contains(.movesRecords) ? "" : items[place].file
      func id(in name: String) -> TaskID {
        let key = "\(format)\0\(name)\0\(task.key)"
        counts[key, default: 0] += 1
        return TaskID(digesting: Array("\(key)\0\(counts[key] ?? 1)".utf8))
      }
      var own = id(in: name)
      if let other = base.source(of: own), namesakes.contains(other) {
        own = id(in: items[place].source ?? name)
      }
      items[place].record.task.id = own
      if isInbox, task.list == nil { items[place].record.task.list = "inbox" }
    }
  }

  // MARK: What was read before

  /// The other files of an earlier import that have the name of a file.
  private mutating func namesakes(of file: ForeignImport.File, _ tasks: [Task]) -> Set<String> {
    guard let source = file.source, !traits.contains(.movesRecords) else { return [] }
    let name = source.split(separator: "/").last
    let others = earlierSources.filter {
      $0 != source && $0.split(separator: "/").last == name && !isGone($0)
    }
    return others.filter { commonCount(tasks, $0) == 0 }
  }

  private mutating func recognize(
    _ items: inout [ForeignItem], _ unnamed: [Int], _ source: String
  ) {
    var free = Set(
      unnamed.filter {
        let id = items[$0].record.task.id
        return !base.knows(id) && existing(id) == nil
      })
    var known = free.isEmpty ? [] : tasks(of: source)
    if !free.isEmpty, known.isEmpty, let former = former(unnamed.map { items[$0].record.task }) {
      known = tasks(of: former.source)
      formerSources.insert(former.source)
      remarks.append(
        ForeignImport.Remark(
          file: items[0].file, line: 1,
          text: "it has \(former.count) of the \(known.count) tasks of "
            + "\(ControlCharacters.escaped(Text(former.source))), and is taken for that file"))
    }
    let ids = Set(items.map(\.record.task.id))
    var same = Dictionary(grouping: known.filter { !ids.contains($0.id) }, by: \.key)
    func take(_ place: Int, _ task: Task) {
      items[place].record.task.id = task.id
      items[place].isMoved = !formerSources.isEmpty
      free.remove(place)
    }
    for place in free.sorted() {
      let key = items[place].record.task.key
      if let found = same[key]?.popLast() { take(place, found) }
    }
    var gone = same.values.flatMap { $0 }.filter { existing($0.id)?.isDeleted == false }
    var (last, lastKnown): ([Int: TaskID], [Int: TaskID]) = ([:], [:])
    for place in items.indices {
      let record = items[place].record
      let line = record.parentLine ?? 0
      if free.contains(place) {
        let before: TaskID = lastKnown[line] ?? TaskID.none
        let parent = items.first { $0.record.line == line }?.record.task.id
        let inPlace = gone.filter { old in
          old.parent == parent && survivor(before: old.id, gone) == before
            && old.title.hasWords(of: record.task.title)
            // What was finished here stands for no open line.
            && (record.task.isDone || existing(old.id)?.isDone == false)
        }
        if let old = gone.renamed(record.task, inPlace: inPlace.map(\.id)) {
          take(place, old)
          gone.removeAll { $0.id == old.id }
          let titles = [old.title, record.task.title].map(ControlCharacters.escaped)
          if titles[0] != titles[1] {
            remarks.append(items[place].remark("'\(titles[0])' is now '\(titles[1])'"))
          }
        }
      }
      if !record.task.hasOwnID { items[place].before = last[line] ?? TaskID.none }
      last[line] = items[place].record.task.id
      if !free.contains(place) { lastKnown[line] = last[line] }
    }
  }

  /// The nearest record before the one of a task, when it was read last, that is not gone.
  private func survivor(before id: TaskID, _ gone: [Task]) -> TaskID? {
    var before = base.before(id)
    for _ in gone {
      guard let other = before, gone.contains(where: { $0.id == other }) else { break }
      before = base.before(other)
    }
    return before
  }

  private func tasks(of source: String) -> [Task] {
    base.tasks(of: [source]).sorted().reversed().compactMap { base.task($0, context) }
  }

  /// The source that is gone and of which the file has the most tasks.
  private mutating func former(_ tasks: [Task]) -> (source: String, count: Int)? {
    earlierSources.subtracting(sources).filter(isGone).sorted()
      .map { (source: $0, count: commonCount(tasks, $0)) }
      .filter { $0.count > 0 }.max { $0.count < $1.count }
  }

  /// Returns how many of the tasks have the title of one of a source. 0 if that is one alone, or less than half of either:
  /// notes of two days may begin with the same tasks.
  private func commonCount(_ tasks: [Task], _ source: String) -> Int {
    let known = self.tasks(of: source)
    let keys = Set(known.map(\.key))
    let count = tasks.count { keys.contains($0.key) }
    return count * 2 >= max(tasks.count, known.count, 4) ? count : 0
  }
}

extension [Task] {
  /// The task that has another title now; nil if there is none, or not one alone.
  fileprivate func renamed(_ task: Task, inPlace: [TaskID]) -> Task? {
    let signs: [(Task) -> Bool] = [
      { $0.title.composed == task.title.composed },
      { $0.created?.minute != nil && $0.created == task.created },
      { !task.notes.isEmpty && $0.notes == task.notes },
      { inPlace.contains($0.id) },
    ]
    let others = filter {
      $0.created == nil || task.created == nil || $0.created == task.created
    }
    for isSign in signs {
      let found = others.filter(isSign)
      if found.count == 1 { return found[0] }
    }
    return nil
  }
}

extension Task {
  /// What tells records without an id apart, but for their number.
  fileprivate var key: String { "\(title.composed)\0\(created?.iso ?? "")" }
}

extension Text {
  /// Whether one of two titles has all words of the other, or most of the words are common to both.
  fileprivate func hasWords(of other: Text) -> Bool {
    let (own, its) = (words, other.words)
    let common = own.intersection(its).count
    return common > 0
      && (common == Swift.min(own.count, its.count) || common * 2 > Swift.max(own.count, its.count))
  }

  private var words: Set<Substring> {
    Set(string.lowercased().split { !$0.isLetter && !$0.isNumber })
  }
}
