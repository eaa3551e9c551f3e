import Testing

@testable import TasksCore

@Suite struct MetTableTests {
  @Test func namesAreToldApartWithoutRegardToCase() {
    let words = (0..<500).flatMap {
      ["Key\($0)", "kEY\($0)", "longer name \($0)", "Č\($0)", "č\($0)"]
    }
    var names: [String] = []
    let text = Array(words.joined(separator: "\n").utf8)
    text.withView { view in
      var met = MetNames()
      for line in ByteLines(view) where met.insert(view[line]) {
        names.append(Text(bytes: view[line]).string)
      }
    }
    #expect(names == (0..<500).flatMap { ["Key\($0)", "longer name \($0)", "Č\($0)", "č\($0)"] })
  }

  /// Signs beside the letters differ by the same bit as capitals do.
  @Test func signsAreNoLetters() {
    let signs = (0..<128).map { UInt8($0) }
    for first in signs {
      for second in signs {
        let isSame = [first, 0x61].withView { a in
          [second, 0x61].withView {
            a.hash(from: 7, folded: true) == $0.hash(from: 7, folded: true)
          }
        }
        #expect(isSame == (first.lowercasedASCII == second.lowercasedASCII))
      }
    }
  }

  @Test(arguments: [1, 15, 16, 17, 4_000])
  func textsAreTakenOnce(count: Int) {
    let texts = (0..<count).map { Text("tag\($0)") }
    var all = texts
    all.append(new: texts.reversed() + ["new", "Tag0", "new"])
    #expect(all == texts + ["new", "Tag0"])
  }
}
