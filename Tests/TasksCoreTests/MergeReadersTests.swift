import CoreTestSupport
import TasksCore
import Testing
import Yams

/// Others read from the files that merges write what we do: Emacs, and a YAML library.
@Suite struct MergeReadersTests {
  /// Merged files of one format, none of them as either side had it, with the seeds that make them.
  private static func merged(_ format: Format, _ count: Int, rawPercent: Int) -> [Merged] {
    var found: [Merged] = []
    var seed: UInt64 = format == .org ? 500_000 : 500_001
    while found.count < count {
      seed += 2
      for (_, versions) in MergeCase.family(seed: seed, rawPercent: rawPercent) {
        let outcome = TaskMerge.merge(
          base: versions.base, ours: versions.ours, theirs: versions.theirs, local: .ours)
        let sides = [versions.ours.bytes, versions.theirs.bytes]
        guard case .merged(let bytes, _) = outcome, !sides.contains(bytes) else { continue }
        found.append(Merged(seed: seed, bytes: bytes, sides: sides))
      }
    }
    return found
  }

  private struct Merged {
    let seed: UInt64
    let bytes: [UInt8]
    let sides: [[UInt8]]
  }

  @Test func emacsReadsMergedFilesAsWeDo() throws {
    let files = Self.merged(.org, 300, rawPercent: 0)
    let documents = try files.map { try OrgLaw.document($0.bytes) }
    let read = try OrgEmacs.read(documents.map(\.bytes), lint: true)
    for (file, (document, heading)) in zip(files, zip(documents, read)) {
      try OrgEmacsTests.compare(document, with: heading, "seed \(file.seed)")
      #expect(heading?.lint == [], "seed \(file.seed)\n\(OrgLaw.shown(file.bytes))")
    }
  }

  @Test func yamsReadsMergedFilesAsWeDo() throws {
    for file in Self.merged(.markdown, 300, rawPercent: 0) {
      let document = try #require(
        MergeCases.document(file.bytes, .markdown) as? MarkdownDocument, "seed \(file.seed)")
      let shown: Comment = "seed \(file.seed)\n\(OrgLaw.shown(file.bytes))"
      let map = try #require(try Self.frontMatter(of: document) as? [String: Any], shown)
      let task = document.task
      if let title = map["title"] as? String { #expect(title == task.title.string, shown) }
      #expect(map["id"] as? String == (task.hasOwnID ? task.id.text.string : nil), shown)
      #expect(map["list"] as? String == task.list?.string, shown)
      #expect(map["location"] as? String == task.location.name?.string, shown)
      #expect(map["effort"] as? Int == task.effort, shown)
      #expect(map["alert"] as? Int == task.firstAlert, shown)
      #expect(map["important"] as? Bool ?? false == task.isImportant, shown)
      #expect(map["parent"] as? String == task.parent?.text.string, shown)
      #expect(map["dependencies"] as? [String] ?? [] == task.blockers.map(\.text.string), shown)
      let rank = (map["rank"] as? Double) ?? (map["rank"] as? Int).map { Double($0) }
      #expect(rank == task.rank?.value, shown)
      let tags = ["tags", "labels", "contexts"].flatMap { map[$0] as? [String] ?? [] }
      #expect(Set(tags) == Set(task.tags.map(\.string)), shown)
      for property in task.properties {
        guard let value = map[property.name.string] as? String else { continue }
        #expect(value == property.value.string, shown)
      }
    }
  }

  /// Changed by hand as well: what is YAML on both sides still is when it is merged.
  @Test func mergesOfYAMLAreYAML() throws {
    for file in Self.merged(.markdown, 300, rawPercent: 25) {
      func isYAML(_ bytes: [UInt8]) -> Bool {
        guard let document = MergeCases.document(bytes, .markdown) as? MarkdownDocument else {
          return false
        }
        return (try? Self.frontMatter(of: document)) != nil
      }
      guard file.sides.allSatisfy(isYAML) else { continue }
      #expect(isYAML(file.bytes), "seed \(file.seed)\n\(OrgLaw.shown(file.bytes))")
    }
  }

  private static func frontMatter(of document: MarkdownDocument) throws -> Any? {
    let lines = document.frontMatter.opening.next..<document.frontMatter.closing.start
    return try Yams.load(yaml: String(decoding: document.bytes[lines], as: UTF8.self))
  }
}
