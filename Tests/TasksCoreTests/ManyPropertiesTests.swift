import CoreTestSupport
import TasksCore
import Testing

/// Thousands of properties are changed at once, and so as one by one.
@Suite struct ManyPropertiesTests {
  private static let heads = [
    "a.org": ("* TODO x\n:PROPERTIES:\n", ":", ": v\n", ":END:\nnotes\n"),
    "a.md": ("---\ntitle: x\nstatus: todo\n", "", ": v\n", "---\n\nnotes\n"),
  ]

  private func document(_ path: String, _ names: [String]) throws -> any TaskDocument {
    let (head, before, after, tail) = try #require(Self.heads[path])
    let text = head + names.map { before + $0 + after }.joined() + tail
    return try #require(try TaskReader.read(Array(text.utf8), path: path))
  }

  @Test(arguments: ["a.org", "a.md"])
  func inOneGoAsOneByOne(path: String) throws {
    for seed in 0..<60 {
      var random = OrgSeed(seed)
      let names = (0..<random.number(0...40)).map { "k\($0)" }
      let old = try document(path, names + (random.once(in: 4) ? ["K1", "k2"] : []))
      var edits: [Edit] = (0..<60).filter { _ in !random.once(in: 5) }.map { number in
        let name = Text(random.once(in: 4) ? "K\(number)" : "k\(number)")
        return .property(name: name, value: random.pick([nil, "v", "other", "1:30"]))
      }
      if random.once(in: 4) { edits.insert(.title("y"), at: random.number(0...edits.count)) }
      if random.once(in: 4) {
        let field = Edit.property(name: path == "a.org" ? "Effort" : "k1", value: "2:00")
        edits.insert(field, at: random.number(0...edits.count))
      }
      if random.once(in: 4) {
        let bad = Edit.property(name: "a b\n", value: "v")
        edits.insert(bad, at: random.number(0...edits.count))
      }
      #expect(outcome(old, together: edits) == outcome(old, oneByOne: edits), "seed \(seed)")
    }
  }

  private func outcome(_ document: any TaskDocument, together edits: [Edit]) -> [UInt8] {
    do { return try document.applying(edits).bytes } catch { return Array("\(error)".utf8) }
  }

  private func outcome(_ document: any TaskDocument, oneByOne edits: [Edit]) -> [UInt8] {
    var document = document
    do {
      for edit in edits { document = try document.applying([edit]) }
      return document.bytes
    } catch {
      return Array("\(error)".utf8)
    }
  }

  @Test(arguments: ["a.org", "a.md"])
  func fourTimesAsManyTakeAboutFourTimesAsLong(path: String) throws {
    let names = (0..<4_000).map { "key\($0)" }
    let (small, large) = (try document(path, Array(names[..<1_000])), try document(path, names))
    var ratios: [Double] = []
    for _ in 0..<5 {
      let ratio = try time(large) / time(small)
      if ratio < 10 { return }
      ratios.append(ratio)
    }
    Issue.record("\(ratios)")
  }

  /// Seconds for a conversion, and for merges in which a side adds, changes and takes away all of them.
  private func time(_ document: any TaskDocument) throws -> Double {
    let start = ThreadTime.seconds()
    let task = document.task
    _ = try Conversion(
      of: document, to: task.format.other, specification: "TODO | DONE",
      workflow: .standard)
    let names = task.properties.map(\.name)
    let none = try document.applying(names.map { .property(name: $0, value: nil) })
    let other = try document.applying(names.map { .property(name: $0, value: "w") })
    let titled = try document.applying([.title("y")])
    for (base, ours, theirs) in [
      (document, titled, none), (none, titled, document), (document, titled, other),
      (document, none, other), (document, other, titled),
    ] {
      let merged = TaskMerge.merge(
        base: version(base), ours: version(ours), theirs: version(theirs), local: .ours)
      guard case .merged = merged else {
        Issue.record("\(merged)")
        continue
      }
      _ = TaskDifference(from: ours.task, to: theirs.task)
    }
    return ThreadTime.seconds() - start
  }

  private func version(_ document: any TaskDocument) -> TaskMerge.Version {
    .init(bytes: document.bytes, document: document)
  }
}
