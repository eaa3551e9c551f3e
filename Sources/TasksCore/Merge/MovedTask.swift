/// A task that both sides changed and that at least one side moved: to another path by hand, or by converting it to
/// the other format, since the path determines the format.
///
/// The path is merged like a field: if one side changed it, that side wins; if both did, the local side wins, or
/// without a local side the greater path (merge.md, "One task: fields"). Versions in the other format are converted
/// to the format of the merged path. All go through the same conversion, so that its effect on every version is no
/// side's change.
///
/// Law: if one side only moved the task, the result is the other side's version in the format of the merged path.
package struct MovedTask: Sendable {
  package let path: String
  /// The three versions in the format of ``path``.
  package let versions: ThreeWay<TaskMerge.Version>
  /// The side whose text is edited: the one that did not have to be converted. Nil if neither or both had to be.
  package let text: Side?

  /// Converts the versions to the format of the merged path.
  ///
  /// - Parameters:
  ///   - paths: The path of each version.
  ///   - convert: Converts a task to another format.
  /// - Returns: Nil if a side cannot be converted; both files then stay.
  package init?(
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
    // What the conversion of base loses as well is no side's change.
    let known = base?.lost ?? []
    func side(_ side: Side) -> TaskMerge.Version? {
      guard isConverted(paths[side]) else { return versions[side] }
      guard let new = converted(versions[side]) else { return nil }
      guard base == nil, let old = versions.base?.document else {
        return new.version(besides: known)
      }
      return new.ignoringRoundTrip(of: old, convert).version(besides: known)
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

  /// Returns the moves from base: maps the old path of a task to its new one.
  ///
  /// A task with several files in base, all removed, is left out, because the file that was moved cannot be
  /// determined.
  ///
  /// - Parameters:
  ///   - gone: The tasks whose files one side removed, by path.
  ///   - new: The tasks whose files that side added, by path. Of several copies, the first by path counts.
  package static func moves(gone: [String: TaskID], new: [String: TaskID]) -> [String: String] {
    let places = Dictionary(grouping: new, by: \.value).compactMapValues { $0.map(\.key).min() }
    let left = Dictionary(grouping: gone, by: \.value).filter { $0.value.count == 1 }
    var moves: [String: String] = [:]
    for (id, files) in left { if let file = files.first { moves[file.key] = places[id] } }
    return moves
  }
}

extension TaskMerge {
  package static func merge(
    _ moved: MovedTask, local: Side?, prefer: Preference? = nil, with tools: MergeTools
  ) -> Outcome {
    merge(
      base: moved.versions.base, ours: moved.versions.ours, theirs: moved.versions.theirs,
      local: local, in: moved.text, prefer: prefer, with: tools)
  }
}

/// A version converted to the other format, with the values that the conversion lost.
private struct Converted {
  private(set) var document: any TaskDocument
  let lost: [MergeLoss]

  init?(_ conversion: Conversion?) {
    guard let conversion else { return nil }
    document = conversion.document
    lost = conversion.losses.compactMap(\.dropped)
  }

  /// Restores base's title, notes and log entries where this side differs from base only by the round trip through
  /// the other format.
  func ignoringRoundTrip(
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

  /// Returns the converted version. Values that it lost and base's conversion did not lose are recorded in its log,
  /// because they were not reported before. Nil if the log cannot be written.
  ///
  /// - Parameter known: What the conversion of base lost.
  func version(besides known: [MergeLoss]) -> TaskMerge.Version? {
    var seen = Set(document.task.log)
    let new = lost.filter { !known.contains($0) }.map(\.item).filter { seen.insert($0).inserted }
    guard !new.isEmpty else { return TaskMerge.Version(bytes: document.bytes, document: document) }
    guard let logged = try? document.applying([.log(new + document.task.log)]) else { return nil }
    return TaskMerge.Version(bytes: logged.bytes, document: logged)
  }
}

extension ConversionLoss {
  /// The lost value; nil if the converted file still has it in another form.
  fileprivate var dropped: MergeLoss? {
    switch self {
    case .state(let keyword, _): MergeLoss(field: "state", value: keyword)
    // Cookies are counted anew wherever there are checkboxes.
    case .lines(let lines) where StatisticsCookie.removing(from: lines.bytes[...]).isEmpty: nil
    case .lines(let lines), .exactTime(let lines):
      MergeLoss(field: "lines", value: lines)
    case .tag(let tag, _): MergeLoss(field: "tags", value: tag)
    case .title(let title, _): MergeLoss(field: "title", value: title)
    case .list, .property, .noteLine, .prose, .comment, .markup, .titleMarkup, .logMarkup,
      .repeatingDate:
      nil
    }
  }
}

/// The base of a text that somebody has made of some version of another, nobody knows of which: the version of which the
/// text lacks the fewest words, and of several the one to which it adds the fewest.
///
/// What a text lacks may be new in the version, or removed by the edit; nobody can tell. A merge on a base that is too old
/// finds the same changes on both sides and at worst keeps what was to go, or has a line twice; one on a base that is too
/// new takes changes back. So in doubt the older one is the base.
package enum LikelyBase {
  /// - Parameter versions: The latest first.
  /// - Returns: One of the versions; nil if there are none.
  package static func of(_ text: [UInt8], among versions: [[UInt8]]) -> [UInt8]? {
    let own = words(text)
    let ranked = versions.map { version in
      let other = words(version)
      let hunks = LineDifference(other, own).hunks
      return (
        version: version, lacking: hunks.reduce(0) { $0 + count(other[$1.old]) },
        added: hunks.reduce(0) { $0 + count(own[$1.new]) }
      )
    }
    return ranked.reversed().min { ($0.lacking, $0.added) < ($1.lacking, $1.added) }?.version
  }

  /// The words, and the ends of lines as empty ones.
  private static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      words += line.split { $0 == 0x20 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }
      words.append([])
    }
    return words
  }

  private static func count(_ words: ArraySlice<ArraySlice<UInt8>>) -> Int {
    words.count { !$0.isEmpty }
  }
}
