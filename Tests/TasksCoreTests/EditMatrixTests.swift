import CoreTestSupport
import TasksCore
import Testing

/// What each edit changes in a file, line by line, and that it changes nothing else, however the file's lines
/// end and whatever else stands in it.
@Suite struct EditMatrixTests {
  @Test(arguments: EditMatrixFile.all)
  func everyEditChangesTheseLinesAlone(_ file: EditMatrixFile) throws {
    let plain = EditMatrix.bytes(file.text)
    let task = try Self.read(plain, file.path).task
    var transcript: [String] = []
    for item in try EditMatrix.cases(for: task) {
      guard let new = try? Self.read(plain, file.path).applying([item.edit]) else {
        transcript.append("# \(item.name): refused")
        continue
      }
      let change = EditMatrix.Change(plain, new.bytes)
      if !change.hunks.isEmpty { transcript += ["# \(item.name)"] + change.shown }
      for variant in EditMatrix.Variant.allCases {
        try Self.checkOtherBytes(of: file, item, variant, change)
      }
    }
    let shown = transcript.joined(separator: "\n").replacing("\u{FFFD}\u{FFFD}(", with: "¿")
    #expect(shown == file.changes, "\(file.path): this is what happened:\n\(shown)\n.")
  }

  /// The edit changes in a variant of the file the lines it changes in the plain one, and no other byte.
  private static func checkOtherBytes(
    of file: EditMatrixFile, _ item: EditMatrix.Case, _ variant: EditMatrix.Variant,
    _ change: EditMatrix.Change
  ) throws {
    let bytes = variant.bytes(of: change.old)
    let document = try read(bytes, file.path)
    #expect(try document.applying([]).bytes == bytes)
    let new = try document.applying([item.edit])
    // One comparison a file, not one a line: each is costly.
    let complaint = complaint(about: new.bytes, madeOf: bytes, in: variant, change)
    if let complaint {
      Issue.record(
        "\(file.path), \(item.name), \(variant): \(complaint)\n\(OrgLaw.shown(new.bytes))")
    }
    if item.edit != .notes(.empty) {
      #expect(
        Self.plain(new.task) == Self.plain(try read(change.new, file.path).task),
        "\(file.path), \(item.name), \(variant)")
    }
  }

  private static func complaint(
    about new: [UInt8], madeOf bytes: [UInt8], in variant: EditMatrix.Variant,
    _ change: EditMatrix.Change
  ) -> String? {
    let mark = variant.markLength
    guard new.prefix(mark) == bytes.prefix(mark) else { return "the mark went" }
    let old = EditMatrix.lines(bytes, from: mark)
    let now = EditMatrix.lines(new, from: mark)
    guard now.map(\.content) == change.newLines else {
      return "other lines changed than in the plain file"
    }
    // Lines that neither went nor came keep their ends too, but for the end of the file.
    let isUnended = old.last?.hasEnd == false
    var place = (old: 0, new: 0)
    for hunk in change.hunks + [.init(old: old.count..<old.count, new: now.count..<now.count)] {
      for (before, after) in zip(place.old..<hunk.old.lowerBound, place.new..<hunk.new.lowerBound)
      where old[before].end != now[after].end {
        // What comes after the last line gives it an end; what goes from there takes one away.
        let isLast =
          isUnended && (before == old.count - 1 || after == now.count - 1 && !now[after].hasEnd)
        // Lines that come in between a line and its end leave that end behind them.
        let isMoved =
          after + 1 == hunk.new.lowerBound && !hunk.new.isEmpty
          && now[hunk.new.upperBound - 1].end == old[before].end
        // Of two lines with the same words, before and at the end of what went, either may stay.
        let isTwin =
          before + 1 == hunk.old.lowerBound && !hunk.old.isEmpty
          && old[hunk.old.upperBound - 1].content == old[before].content
          && old[hunk.old.upperBound - 1].end == now[after].end
        if !isLast, !isMoved, !isTwin { return "the end of line \(after + 1) changed" }
      }
      place = (hunk.old.upperBound, hunk.new.upperBound)
    }
    // Where they do not end alike, a new line ends as the one before it, and a changed one as it did.
    for hunk in change.hunks where variant == .mixed && hunk.new.lowerBound > 0 {
      let before = now[hunk.new.lowerBound - 1].end
      for (index, line) in hunk.new.enumerated() where now[line].hasEnd {
        let ends = index < hunk.old.count ? [old[hunk.old.lowerBound + index].end] : []
        let last = old[hunk.old].last?.end
        if !(ends + [before] + [last].compactMap { $0 }).contains(now[line].end) {
          return "new line \(line + 1) does not end as the one before it"
        }
      }
    }
    // Where all lines end alike, new ones end so too.
    if variant != .mixed, let first = old.first, old.count > 1,
      now.contains(where: { $0.hasEnd && $0.end != first.end })
    {
      return "a new line does not end as the others do"
    }
    return nil
  }

  private static func plain(_ task: Task) -> Task {
    var task = OrgLaw.plain(task)
    task.notes = task.notes.withoutReturns
    return task
  }

  private static func read(_ bytes: [UInt8], _ path: String) throws -> any TaskDocument {
    try #require(try TaskReader.read(bytes, path: path), "\(OrgLaw.shown(bytes))")
  }

  /// What is refused or changes nothing in one file is done in another.
  @Test func everyEditIsMetInEachFormat() throws {
    for format in Format.allCases {
      let files = EditMatrixFile.all.filter { Format(path: $0.path) == format }
      var met: Set<String> = []
      var all: Set<String> = []
      for file in files {
        let task = try Self.read(EditMatrix.bytes(file.text), file.path).task
        all.formUnion(try EditMatrix.cases(for: task).map(\.name))
        for line in file.changes.split(separator: "\n") where line.hasPrefix("# ") {
          if !line.hasSuffix(": refused") { met.insert(String(line.dropFirst(2))) }
        }
      }
      #expect(met.subtracting(all).isEmpty)
      #expect(all.subtracting(met) == [], "\(format)")
    }
  }
}
