import CoreTestSupport
import FuzzLaws
import TasksCore
import Testing

@Suite struct OrgLawTests {
  @Test func fileWithoutEditStaysAsItIs() throws {
    for seed in 0..<400 {
      let file = OrgFile(seed: seed, .odd)
      let document = try OrgLaw.document(file.bytes)
      #expect(document.bytes == file.bytes, "seed \(seed)")
      #expect(try document.applying([]).bytes == file.bytes, "seed \(seed)")
      #expect(try document.applying(document.task.edits(from: document.task)).bytes == file.bytes)
    }
  }

  @Test(arguments: 0..<8) func editChangesItsFieldAlone(_ part: Int) throws {
    for seed in stride(from: part, to: 400, by: 8) {
      let document = try OrgLaw.document(OrgFile(seed: seed, .odd).bytes)
      var random = OrgSeed(seed + 1_000_000)
      for _ in 0..<14 {
        try OrgLaw.check(random.edit(of: document), on: document, "seed \(seed)")
      }
    }
  }

  @Test func editsOnTopOfEachOtherHoldTheLaw() throws {
    for seed in 0..<100 {
      var document = try OrgLaw.document(OrgFile(seed: seed, .odd).bytes)
      var random = OrgSeed(seed + 2_000_000)
      for _ in 0..<12 {
        document = try OrgLaw.check(random.edit(of: document), on: document, "seed \(seed)")
      }
    }
  }

  @Test func inverseGivesTheSameBytes() throws {
    for seed in 0..<300 {
      let old = try OrgLaw.document(OrgFile(seed: seed, .plainValues).bytes)
      var random = OrgSeed(seed + 3_000_000)
      for _ in 0..<10 {
        let edit = random.edit(of: old)
        guard OrgLaw.isReversible(edit, in: old) else { continue }
        let new = try old.applying([edit])
        let back = try new.applying([edit.inverse(in: old.task)])
        if OrgLaw.withoutAlignment(back) != OrgLaw.withoutAlignment(old) {
          Issue.record(
            """
            seed \(seed): \(edit)
            --- before\n\(OrgLaw.shown(old.bytes))
            --- after\n\(OrgLaw.shown(new.bytes))
            --- back\n\(OrgLaw.shown(back.bytes))
            """)
        }
      }
    }
  }
}
