import Git
import Platform
import TestSupport
import Testing

/// The library's merge of texts is that of `git merge-file`.
@Suite struct CleanMergeTests {
  @Test func textsMergeAsInGit() throws {
    let world = try TestRepository()
    var random = SeededGenerator(seed: 33)
    var clean = 0
    for turn in 0..<TestScope.cases(150, all: 1_000) {
      let base = (0..<random.below(12)).map { _ in "\(random.below(7))" }
      let texts = [base, changed(base, &random), changed(base, &random)].map {
        $0.joined(separator: "\n") + (random.chance(80) ? "\n" : "")
      }
      for (name, text) in zip(["base", "ours", "theirs"], texts) { try world.write(name, text) }
      let git = try GitProgram(folder: world.path).run(
        ["merge-file", "-p", "ours", "base", "theirs"])
      let isClean = git.status.code == 0
      let bytes = texts.map { Array($0.utf8) }
      let own = CleanMerge.merged(base: bytes[0], ours: bytes[1], theirs: bytes[2])
      #expect(own == (isClean ? git.output : nil), "\(turn): \(texts)")
      if isClean { clean += 1 }
    }
    #expect(clean > 30)
  }

  private func changed(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var lines = lines
    for _ in 0..<random.below(4) {
      let place = random.below(lines.count + 1)
      if random.chance(50) || place == lines.count {
        lines.insert("\(random.below(9))", at: place)
      } else if random.chance(50) {
        lines.remove(at: place)
      } else {
        lines[place] = "\(random.below(9))"
      }
    }
    return lines
  }
}
