import CoreTestSupport
import TasksCore
import Testing

/// What holds for every file and every edit, tried on many odd ones.
@Suite("Markdown laws")
struct MarkdownLawTests {
  private static let seeds: Range<UInt64> = 1..<321

  @Test("reading and editing nothing keeps every byte")
  func lossless() throws {
    for seed in Self.seeds {
      var generator = MarkdownGenerator(seed: seed)
      let bytes = generator.file()
      let document = try #require(
        MarkdownDocument(bytes, path: "a/b.md", workflow: .standard), "seed \(seed)")
      #expect(try document.applying([]).bytes == bytes, "seed \(seed)")
      #expect(document.replacingPreamble(with: document.preamble).bytes == bytes, "seed \(seed)")
      #expect(try document.applying(document.task.edits(from: document.task)).bytes == bytes)
    }
  }

  @Test("an edited file says what the edited task says")
  func editing() throws {
    for seed in Self.seeds {
      var generator = MarkdownGenerator(seed: seed)
      guard
        var document = MarkdownDocument(generator.file(), path: "a/b.md", workflow: .standard)
      else { continue }
      for step in 0..<6 {
        let edit = generator.edit(of: document.task)
        let before = document
        do {
          document = try document.applying([edit])
        } catch {
          // Refused: then nothing else may be wrong with the edit than what these say.
          #expect(Self.mayRefuse(edit, in: before), "seed \(seed), step \(step): \(error)")
          continue
        }
        let expected = Self.comparable(before.task.applying(edit), after: edit)
        let actual = Self.comparable(document.task, after: edit)
        let ok = expected == actual && document.preamble == before.preamble
        #expect(
          ok,
          "seed \(seed), step \(step), \(edit)\n\(Self.text(before))\n>>>\n\(Self.text(document))")
        #expect(Self.otherLines(before, document, edit), "seed \(seed), step \(step), \(edit)")
        if !ok { return }
      }
    }
  }

  @Test("an edit and its inverse give the same bytes where the field was there")
  func inverse() throws {
    var tried = 0
    for seed in Self.seeds {
      var generator = MarkdownGenerator(seed: seed)
      guard
        let document = MarkdownDocument(generator.file(), path: "a/b.md", workflow: .standard)
      else { continue }
      for _ in 0..<8 {
        let edit = generator.edit(of: document.task)
        // Quotes that a value needed stay when another comes.
        if Self.needsQuotes(edit) { continue }
        guard let inverse = Self.inverse(of: edit, in: document),
          let there = try? document.applying([edit])
        else { continue }
        tried += 1
        let back = try there.applying([inverse])
        #expect(
          back.bytes == document.bytes,
          "seed \(seed), \(edit)\n\(Self.text(document))\n>>>\n\(Self.text(there))\n>>>\n\(Self.text(back))"
        )
        if back.bytes != document.bytes { return }
      }
    }
    #expect(tried > 100)
  }

  @Test("a new file says what its task says")
  func printing() throws {
    for seed in Self.seeds {
      var generator = MarkdownGenerator(seed: seed)
      var task = Task(
        id: TaskID(using: &generator.numbers), path: "2026-11/x.md", format: .markdown,
        title: "Call Bob", state: State("TODO", isDone: false))
      for _ in 0..<12 {
        let edit = generator.edit(of: task)
        if case .property = edit { continue }
        if case .own = edit { continue }
        if case .log = edit { continue }
        task = task.applying(edit)
      }
      let document = try MarkdownDocument.print(new: task, workflow: .standard)
      let isSame =
        Self.comparable(document.task, after: .tags([])) == Self.comparable(task, after: .tags([]))
      #expect(isSame, "seed \(seed)\n\(Self.text(document))")
      if !isSame { return }
    }
  }

  @Test("broken files are read or not, edited or refused, and never lose a byte by themselves")
  func broken() throws {
    for seed in Self.seeds {
      var generator = MarkdownGenerator(seed: seed)
      var bytes = generator.file()
      for _ in 0..<8 {
        let place = Int.random(in: 4..<bytes.count, using: &generator.numbers)
        let end = min(bytes.count, place + Int.random(in: 0...3, using: &generator.numbers))
        let piece = generator.numbers.pick(MarkdownGenerator.pieces)
        bytes.replaceSubrange(place..<end, with: Array(piece.utf8))
        guard bytes.count > 4 else { break }
        guard let document = MarkdownDocument(bytes, path: "a/b.md", workflow: .standard) else {
          continue
        }
        #expect(document.replacingPreamble(with: document.preamble).bytes == bytes, "seed \(seed)")
        #expect(try document.applying(document.task.edits(from: document.task)).bytes == bytes)
        for _ in 0..<3 { _ = try? document.applying([generator.edit(of: document.task)]) }
      }
    }
  }

  // MARK: Comparing

  /// Tags are a set; notes lose blank lines around them, and log notes those at their end.
  private static func comparable(_ task: Task, after edit: Edit) -> Task {
    var task = task
    task.tags.sort()
    if case .property = edit { task.properties.sort { $0.name < $1.name } }
    if case .own = edit { task.properties.sort { $0.name < $1.name } }
    task.notes = task.notes.trimmingBlankLines
    return task
  }

  /// What a file may refuse: keys that are there twice or hold more than a value, and what hides its log.
  private static func mayRefuse(_ edit: Edit, in document: MarkdownDocument) -> Bool {
    if document.preamble.string.contains("- stray item") { return true }
    return switch edit {
    case .notes, .log: document.task.notes.string.contains("```") || isNotes(edit)
    case .property(let name, _): name == "same" || name == "records"
    default: false
    }
  }

  private static func isNotes(_ edit: Edit) -> Bool {
    if case .notes(let notes) = edit { notes.string.contains("```") } else { false }
  }

  /// Of the front matter no line may change by an edit of the body, and of the body none by an edit of a field.
  private static func otherLines(
    _ before: MarkdownDocument, _ after: MarkdownDocument, _ edit: Edit
  ) -> Bool {
    let old = before.frontMatter
    let new = after.frontMatter
    let oldBody = before.bytes[old.closing.start...]
    let newBody = after.bytes[new.closing.start...]
    switch edit {
    case .notes:
      return before.logItems.map { Array(before.bytes[$0.range]) }
        .elementsEqual(after.logItems.map { Array(after.bytes[$0.range]) })
        || before.bytes.last != 0x0A
    case .log:
      return before.bytes[..<old.closing.content.endIndex]
        .elementsEqual(after.bytes[..<new.closing.content.endIndex])
    case .title where before.fields.source(.title) == nil: return true
    default:
      let oldLines = ByteLines(before.bytes[..<old.closing.start]).map {
        Array(before.bytes[$0.range])
      }
      let newLines = ByteLines(after.bytes[..<new.closing.start]).map {
        Array(after.bytes[$0.range])
      }
      let changed = LineDifference(oldLines, newLines).hunks.reduce(0) { $0 + $1.old.count }
      return oldBody.elementsEqual(newBody) && changed <= 8
    }
  }

  /// Nil where the field was not there, or where its old words cannot follow from the new ones.
  private static func inverse(of edit: Edit, in document: MarkdownDocument) -> Edit? {
    let task = document.task
    return switch edit {
    case .title
    where document.fields.source(.title) != nil || document.body.titleHeading?.isFirst == true:
      .title(task.title)
    case .field(.created, .moment(let new)) where new.minute != nil:
      task.created.flatMap { $0.minute == nil ? nil : .created($0) }
    case .closed(let new?) where new.minute != nil && task.closed != nil: .closed(task.closed)
    case .field(let field, let new)
    where [.rank, .list, .firstAlert, .placeName, .parent].contains(field) && !new.isNothing
      && !field.value(in: task).isNothing:
      .field(field, field.value(in: task))
    case .property(let name, _?):
      // A plain number that became a text comes back as a text.
      task.property(named: name).flatMap {
        YAMLWriter.isPlain($0) ? .property(name: name, value: $0) : nil
      }
    // Lines that went take their own line ends along.
    case .notes(let new)
    where !new.isEmpty && !task.notes.isEmpty && !document.bytes.contains(0x0D)
      && document.fields.source(.title) != nil:
      .notes(task.notes)
    default: nil
    }
  }

  private static func needsQuotes(_ edit: Edit) -> Bool {
    switch edit {
    case .title(let text), .field(.list, .text(let text)), .field(.placeName, .text(let text)),
      .property(_, let text?):
      !YAMLWriter.isPlain(text)
    default: false
    }
  }

  private static func text(_ document: MarkdownDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }
}
