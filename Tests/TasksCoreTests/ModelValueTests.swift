import CoreTestSupport
import TasksCore
import Testing

@Suite struct ModelValueTests {
  @Test(arguments: [
    ("1024.5", "1024.5"), ("1", "1"), ("1.0", "1"), ("1e-05", "1e-05"), ("007.50", "7.5"),
    ("0", nil),
    ("-1", nil), ("inf", nil), ("nan", nil), ("0x10", nil), ("1e400", nil), ("", nil), ("1 2", nil),
    ("9007199254740993", "9007199254740992"),
  ])
  func ranks(_ text: String, _ read: String?) {
    #expect(Rank(text)?.text == read)
  }

  @Test func everyRankReadsBack() {
    var random = OrgSeed(1)
    for _ in 0..<2_000 {
      guard let rank = Rank(Double(bitPattern: random.next())) else { continue }
      #expect(Rank(rank.text) == rank)
      #expect(Rank.after(rank) > rank)
    }
  }

  @Test func ranksOfBytesAreThoseOfStrings() {
    var random = OrgSeed(3)
    let odd = [
      "", ".", "5.", ".5", "1.2.3", "1e3", "+1", "-1", "0.0", "0.00000000000000000000000000001",
      "00000000000000000000001", "123456789012345", "x", "1,5",
    ]
    let texts = (0..<3_000).map { _ in
      let digits = random.number(1...17)
      let text = (0..<digits).map { _ in String(random.number(0...9)) }.joined()
      return random.once(in: 3) ? text : text + "." + String(random.number(0...999_999))
    }
    for text in odd + texts {
      #expect(Rank(Array(text.utf8)[...]) == Rank(text), "\(text)")
    }
  }

  @Test func ranksBetweenAndAfter() {
    #expect(Rank.between(1, 2) == Rank(1.5))
    #expect(Rank.between(1, 1.0.nextUp) == nil)
    #expect(Rank.between(.greatestFiniteMagnitude / 2, .greatestFiniteMagnitude) != nil)
    #expect(Rank.after(nil) == Rank(1))
    #expect(Rank.after(Rank(1.5)) == Rank(2))
    #expect(Rank.after(Rank(2)) == Rank(3))
    #expect(Rank.after(Rank(0x1p60)).value == 0x1p60.nextUp)
  }

  @Test(arguments: [
    ("A", "A"), ("a", "A"), ("9", "9"), ("12", nil), ("", nil), ("Á", nil), ("*", nil), ("AB", nil),
  ])
  func priorities(_ text: String, _ read: String?) {
    #expect(Priority(text)?.text == read)
  }

  @Test func digitsComeBeforeLetters() throws {
    let letters = ["C", "9", "A", "0"].compactMap { Priority($0) }
    #expect(letters.sorted().map(\.text) == ["0", "9", "A", "C"])
  }

  @Test func workflowLines() throws {
    let standard = Workflow.standard
    let state = { (name: Text) throws in try #require(standard[name]).state }
    #expect(standard.keywords.map(\.state.isDone) == [false, false, false, true, true])
    #expect(try standard.record(from: state("TODO"), to: state("WAIT")) == .note)
    #expect(try standard.record(from: state("WAIT"), to: state("TODO")) == .time)
    #expect(try standard.record(from: state("TODO"), to: state("DONE")) == .nothing)
    #expect(try standard.record(from: state("WAIT"), to: state("CANCELED")) == .note)
    #expect(standard.first?.keyword == "TODO")
  }

  @Test(arguments: [
    ("A B", [false, true]), ("A", [true]), ("A | B C", [false, true, true]), ("| A", [true]),
    ("A |", [true]), ("A B |", [false, true]), ("A | B | C", [false, true, true]), ("", []),
    ("|", []),
    ("A A | B", [false, true]),
    ("A(a) (x) | B", [false, true]),
  ])
  func whichKeywordsFinish(_ line: String, _ isDone: [Bool]) {
    #expect(Workflow(Text(line)).keywords.map(\.state.isDone) == isDone, "\(line)")
  }

  /// As Emacs has it: where nothing stands behind any bar the last keyword of all finishes.
  @Test(arguments: [
    (["A B |", "C D |"], [false, false, false, true]),
    (["A B |", "C | D"], [false, false, false, true]),
    (["A B |", "C", "D E |"], [false, false, true, false, false]),
    (["A | B", "C |"], [false, true, false]),
  ])
  func whichKeywordsOfSequencesFinish(_ lines: [String], _ isDone: [Bool]) {
    var workflow = Workflow()
    for line in lines { workflow.add(sequence: Text(line)) }
    #expect(workflow.keywords.map(\.state.isDone) == isDone, "\(lines)")
  }

  @Test func manyKeywords() {
    let names = (0..<200).map { "K\($0 % 150)" }.joined(separator: " ")
    #expect(Workflow(Text(names + " | LAST")).keywords.count == 151)
  }

  @Test func logNotesLoseTheirMargin() {
    #expect(LogEntry(.note, note: "\n  a\r\n\n    b\n\n").note == "a\n\n  b")
    #expect(LogEntry(.note, note: " \n").note == nil)
  }

  @Test func propertiesThatAreFields() throws {
    let old = try OrgLaw.document("* TODO x\n:PROPERTIES:\n:Rank: 5\n:END:\n").task
    #expect(old.applying(.property(name: "RANK", value: "6")).rank == Rank(6))
    #expect(old.applying(.property(name: "rank", value: nil)).rank == nil)
    let broken = old.applying(.property(name: "Rank", value: "many"))
    #expect(broken.rank == nil && broken.property(named: "RANK") == "many")
    #expect(broken.applying(.rank(Rank(1))).properties.isEmpty)
    #expect(old.applying(.list("")).list == nil)
  }

  @Test func fieldEditsOfPropertiesHoldTheLaw() throws {
    let old = try OrgLaw.document("* TODO x :a:\n:PROPERTIES:\n:Rank: 5\n:ID: b\n:END:\n")
    let values: [Text?] = [
      nil, "6", "many", "[2026-11-20 Fri]", "t", "1:30", "1,2", "ids(a b)", "",
    ]
    for field in OrgProperty.all where field != .id {
      for value in values {
        try OrgLaw.check(.property(name: field.name, value: value), on: old, "\(field)")
      }
    }
  }
}
