/// The reminders of a task in TaskNotes' form, a list of maps:
///
///     reminders:
///       - id: rem_1
///         type: absolute
///         absoluteTime: 2026-11-23T09:30:00
///
/// Reminders relative to another date have no date of their own and stay unchanged.
struct ReminderRecords {
  private struct Record {
    var lines: Range<Int>
    var time: (place: YAMLScalar, text: Text)?
    var moment: Timestamp? { time.flatMap { Timestamp(yaml: $0.text) } }
  }

  private let entry: FrontMatterEntry?
  private var records: [Record] = []
  /// The text before the first key of a map, and before its other keys.
  private var (dash, indent): ([UInt8], [UInt8]) = (Array("  - ".utf8), Array("    ".utf8))

  /// Creates a list for a file without one.
  init() { entry = nil }

  /// Returns nil if the key does not hold a list of maps.
  init?(_ entry: FrontMatterEntry, in bytes: [UInt8]) {
    guard entry.field?.key == .field(.reminders), case .records = entry.value else { return nil }
    self.entry = entry
    var records: [Record] = []
    var dash: [UInt8] = []
    bytes.withView { bytes in
      _ = FrontMatterRecords.walk(entry.linesBelow(in: bytes)) {
        field, text, line, isFirst in
        if isFirst {
          if records.isEmpty { dash = Array(bytes[line.start..<text.startIndex]) }
          records.append(Record(lines: line.range))
        }
        records[records.count - 1].lines = records[records.count - 1].lines.lowerBound..<line.next
        if text[field.key].isSame(as: "absoluteTime"), let scalar = field.scalar,
          case let time = scalar.text(in: text), !time.isEmpty
        {
          records[records.count - 1].time = (scalar, time)
        }
      }
    }
    self.records = records
    self.dash = dash
    indent = Array(repeating: 0x20, count: dash.count)
  }

  /// True if no reminder has an absolute time.
  var isRelative: Bool { records.allSatisfy { $0.time == nil } }

  /// The dates as they are written.
  var times: [Text] { records.compactMap(\.time?.text) }

  /// The first date in the list, whose form new ones get.
  private var model: Text? { times.first }

  /// TaskNotes writes seconds.
  private static let model: Text = "2026-11-23T09:30:00"

  /// The replacements that set the reminders with dates of their own.
  ///
  /// - Parameter text: Prints a date in the form of another one.
  func replacing(
    with new: [Timestamp], _ editor: FrontMatterEditor, text: (Timestamp, Text?) -> String
  ) -> [Replacement] {
    func lines(_ moments: ArraySlice<Timestamp>) -> [UInt8] {
      moments.flatMap { moment -> [UInt8] in
        let id = "rem_" + moment.iso.filter(\.isNumber)
        let keys = [
          "id: " + id, "type: absolute",
          "absoluteTime: " + text(moment, model ?? ReminderRecords.model),
        ]
        return zip([dash, indent, indent], keys).flatMap { $0 + $1.utf8 + editor.lineEnd }
      }
    }
    guard let entry else {
      return new.isEmpty
        ? [] : [editor.inserting(.field(.reminders), "reminders", lines: lines(new[...]))]
    }
    let old = records.filter { $0.moment != nil }
    if new.isEmpty, old.count == records.count { return [editor.removing(entry)] }
    var replacements: [Replacement] = []
    for hunk in LineDifference(old.map(\.moment), new.map { $0 }).hunks {
      for (record, moment) in zip(old[hunk.old], new[hunk.new]) {
        guard let time = record.time else { continue }
        let value = YAMLWriter.Value.literal(text(moment, time.text))
        let print = editor.writer.print(value, replacing: time.place, in: editor.bytes)
        replacements.append(Replacement(time.place.range, print))
      }
      replacements += old[hunk.old.dropFirst(hunk.new.count)].map { Replacement($0.lines, "") }
      let added = new[hunk.new.dropFirst(hunk.old.count)]
      guard !added.isEmpty else { continue }
      let place =
        hunk.old.upperBound > 0
        ? old[hunk.old.upperBound - 1].lines.upperBound
        : old.first?.lines.lowerBound ?? entry.range.upperBound
      replacements.append(Replacement(place..<place, lines(added)))
    }
    return replacements
  }
}

extension MarkdownDocument {
  /// Replaces the reminders in the file's own form: dates, or maps as in TaskNotes.
  func replacingReminders(
    with moments: [Timestamp], _ editor: FrontMatterEditor
  ) throws(EditError) -> [Replacement] {
    let own = fields.source(.field(.reminders))
    // A list with only relative reminders is not read into the task, but can take absolute ones.
    let list =
      own
      ?? frontMatter.entries.first {
        $0.field?.key == .field(.reminders) && !$0.isEmptyField(in: bytes[...])
      }
    let records = list.flatMap { ReminderRecords($0, in: bytes) }
    if let records, own != nil || records.isRelative {
      try editor.refuseDuplicate(.field(.reminders))
      return records.replacing(with: moments, editor) { self.text(of: $0, like: $1) }
    }
    if editor.target(.field(.reminders)) == nil, isTaskNotes {
      return ReminderRecords().replacing(with: moments, editor) { self.text(of: $0, like: $1) }
    }
    let old = editor.target(.field(.reminders))?.texts(in: bytes[...]) ?? []
    let values = moments.map { moment -> YAMLWriter.Value in
      let same = old.first { Timestamp(yaml: $0) == moment }
      return .literal(same?.string ?? self.text(of: moment, like: old.first))
    }
    return try editor.set(.field(.reminders), to: values, isScalarFine: true)
  }
}
