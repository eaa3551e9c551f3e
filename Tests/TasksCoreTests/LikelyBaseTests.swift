import TasksCore
import TestSupport
import Testing

@Suite struct LikelyBaseTests {
  private func base(_ text: String, _ versions: [String]) -> String? {
    LikelyBase.of(Array(text.utf8), among: versions.map { Array($0.utf8) })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theVersionThatWasEdited() {
    let versions = ["* NEXT Call :a:b:\none\ntwo\n", "* TODO Call :a:\none\n", "* TODO Call\n"]
    #expect(base("* TODO Call :a:\none\nmine\n", versions) == versions[1])
    #expect(base("* TODO Call :a:c:\none\n", versions) == versions[1])
    #expect(base("* DONE Call :a:b:\none\ntwo\n", versions) == versions[0])
    // What it lacks may be new in a version: in doubt the older one.
    #expect(base("* TODO Call\nmine\n", versions) == versions[2])
    #expect(base("* TODO Call :a:\nmine\n", versions) == versions[2])
    #expect(base("* DONE Call\n", versions) == versions[2])
    for version in versions { #expect(base(version, versions) == version) }
    #expect(base("anything", []) == nil)
  }

  /// Law: of versions that grow, the base of a text with additions of its own is the one they were made to, so that a merge
  /// takes nothing back.
  @Test func whatIsAddedIsAddedToItsBase() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<300 {
      var lines = ["* TODO Title", ""]
      var versions = [lines]
      for step in 0..<Int.random(in: 1...6, using: &random) {
        lines.insert("version\(step)", at: Int.random(in: 1...lines.count, using: &random))
        versions.append(lines)
      }
      let edited = Int.random(in: 0..<versions.count, using: &random)
      var text = versions[edited]
      for step in 0..<Int.random(in: 1...4, using: &random) {
        text.insert("edit\(step)", at: Int.random(in: 1...text.count, using: &random))
      }
      let all = versions.reversed().map { $0.joined(separator: "\n") }
      let found = base(text.joined(separator: "\n"), all)
      #expect(found == versions[edited].joined(separator: "\n"), "round \(round), seed 7")
    }
  }
}
