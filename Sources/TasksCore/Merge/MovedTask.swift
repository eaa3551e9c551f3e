/// A task that both sides changed and that lies elsewhere in one of them than in base: moved by hand, or
/// converted, as the path of a task says its format.
///
/// The path is merged as a field is: what one side changed is that side's, what both changed is the local
/// side's, or with no local side the greater (merge.md, "One task: fields"). Versions in another format than
/// the path asks for are converted, all by the same function, so that what a conversion does to every version
/// is no change of any side.
///
/// Law: where one side only moved the task, the result is the other side's version in the format of the path.
public struct MovedTask: Sendable {
  /// Where the merged task lies.
  public let path: String
  /// The three versions, each in the format of ``path``.
  public let versions: ThreeWay<TaskMerge.Version>
  /// The side that had this format by itself: the edits are made in its text. Nil where both had.
  let text: Side?

  /// - Parameters:
  ///   - paths: Where each version lies.
  ///   - convert: Writes a task in another format.
  /// - Returns: Nil when a side cannot be converted: then both files stay.
  public init?(
    _ versions: ThreeWay<TaskMerge.Version>, at paths: ThreeWay<String>, local: Side?,
    convert: (any TaskDocument, Format) -> Conversion?
  ) {
    path = paths[paths.decision(local: local) { Text($0) }.side]
    guard let format = Format(path: path) else { return nil }
    func isConverted(_ path: String?) -> Bool { path.map { Format(path: $0) != format } ?? false }
    func converted(_ version: TaskMerge.Version?) -> Converted? {
      version?.document.flatMap { Converted(convert($0, format)) }
    }
    let base = isConverted(paths.base) ? converted(versions.base) : nil
    // Where every version was converted, what base has lost already is nobody's change.
    let known = base?.lost ?? []
    func side(_ side: Side) -> TaskMerge.Version? {
      guard isConverted(paths[side]) else { return versions[side] }
      guard let new = converted(versions[side]) else { return nil }
      guard base == nil, let old = versions.base?.document else {
        return new.version(besides: known)
      }
      return new.withoutTheWay(of: old, convert).version(besides: known)
    }
    guard let ours = side(.ours), let theirs = side(.theirs) else { return nil }
    self.versions = ThreeWay(
      base: isConverted(paths.base) ? base?.version(besides: known) : versions.base, ours: ours,
      theirs: theirs)
    switch (isConverted(paths.ours), isConverted(paths.theirs)) {
    case (false, true): text = .ours
    case (true, false): text = .theirs
    default: text = nil
    }
  }

  /// The tasks of base that are gone from their path and lie at another now, by the path they had.
  ///
  /// A task of which base had several files, all gone, was not moved to a place of which anybody could tell.
  ///
  /// - Parameters:
  ///   - gone: The tasks whose files one side removed, by path.
  ///   - new: Those in files that it added; of two copies the first by path counts.
  public static func moves(gone: [String: TaskID], new: [String: TaskID]) -> [String: String] {
    let places = Dictionary(grouping: new, by: \.value).compactMapValues { $0.map(\.key).min() }
    let left = Dictionary(grouping: gone, by: \.value).filter { $0.value.count == 1 }
    var moves: [String: String] = [:]
    for (id, files) in left { if let file = files.first { moves[file.key] = places[id] } }
    return moves
  }
}

extension TaskMerge {
  /// Merges a task that was moved or converted.
  public static func merge(
    _ moved: MovedTask, local: Side?, prefer: Preference? = nil
  ) -> Outcome {
    merge(
      base: moved.versions.base, ours: moved.versions.ours, theirs: moved.versions.theirs,
      local: local, in: moved.text, prefer: prefer)
  }
}

/// A version written in the other format, and what is nowhere in it.
private struct Converted {
  private(set) var document: any TaskDocument
  let lost: [TaskMerge.Dropped]

  init?(_ conversion: Conversion?) {
    guard let conversion else { return nil }
    document = conversion.document
    lost = conversion.losses.compactMap(\.dropped)
  }

  /// Words that are as base's would be after a way there and back were not changed by this side: they are base's.
  func withoutTheWay(
    of base: any TaskDocument, _ convert: (any TaskDocument, Format) -> Conversion?
  ) -> Converted {
    let (old, task) = (base.task, document.task)
    let isSame = task.title == old.title && task.notes == old.notes && task.log == old.log
    guard !isSame, let there = convert(base, task.format.other),
      let returned = convert(there.document, task.format)?.document.task
    else { return self }
    var edits: [Edit] = []
    if task.title == returned.title, task.title != old.title { edits.append(.title(old.title)) }
    if task.notes == returned.notes, task.notes != old.notes { edits.append(.notes(old.notes)) }
    let entries = Dictionary(zip(returned.log, old.log)) { first, _ in first }
    let log = task.log.map { entries[$0] ?? $0 }
    if returned.log.count == old.log.count, log != task.log { edits.append(.log(log)) }
    guard !edits.isEmpty, let edited = try? document.applying(edits) else { return self }
    var new = self
    new.document = edited
    return new
  }

  /// The file; what it lost and base did not is in its log, for nobody was told of it.
  func version(besides known: [TaskMerge.Dropped]) -> TaskMerge.Version? {
    var seen = Set(document.task.log)
    let new = lost.filter { !known.contains($0) }.map(\.entry).filter { seen.insert($0).inserted }
    guard !new.isEmpty else { return TaskMerge.Version(bytes: document.bytes, document: document) }
    guard let logged = try? document.applying([.log(new + document.task.log)]) else { return nil }
    return TaskMerge.Version(bytes: logged.bytes, document: logged)
  }
}

extension ConversionLoss {
  /// A value that is nowhere in the converted file; all others are there in another form.
  fileprivate var dropped: TaskMerge.Dropped? {
    switch self {
    case .state(let keyword, _): TaskMerge.Dropped(field: "state", value: keyword)
    // Counts are made anew wherever there are boxes.
    case .lines(let lines) where Cookie.removing(from: lines.bytes[...]).isEmpty: nil
    case .lines(let lines), .exactTime(let lines):
      TaskMerge.Dropped(field: "lines", value: lines)
    case .tag(let tag, _): TaskMerge.Dropped(field: "tags", value: tag)
    case .title(let title, _): TaskMerge.Dropped(field: "title", value: title)
    case .list, .property, .noteLine, .prose, .comment, .markup, .titleMarkup, .logMarkup,
      .repeatingDate:
      nil
    }
  }
}
