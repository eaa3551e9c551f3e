import Foundation
import TasksCore
import TestSupport
import Testing

/// How the text of an inbox becomes tasks.
@Suite struct InboxFileTests {
  private func file(_ text: String, _ format: Format = .org, _ place: [Text] = []) -> InboxFile {
    InboxFile(
      Array(text.utf8), format: format, below: place, keywords: "TODO NEXT | DONE",
      workflow: Workflow("TODO NEXT | DONE"))
  }

  private func texts(_ file: InboxFile) -> [String] {
    file.entries.map { entry in
      let text = String(decoding: entry.text, as: UTF8.self)
      return text.hasPrefix("#+TODO: TODO NEXT | DONE\n\n")
        ? String(text.dropFirst("#+TODO: TODO NEXT | DONE\n\n".count)) : text
    }
  }

  /// Texts, the tasks they become, and what is left of them.
  private static let org: [(String, [String], String)] = [
    ("", [], ""), ("\n\n", [], ""),
    ("Buy milk\nCall Bob\n", ["* TODO Buy milk\n", "* TODO Call Bob\n"], ""),
    ("Buy milk", ["* TODO Buy milk\n"], ""),
    ("\u{FEFF}Buy milk\r\nCall Bob\r\n", ["* TODO Buy milk\n", "* TODO Call Bob\n"], "\u{FEFF}"),
    ("NEXT [#A] Buy milk :errand:\n", ["* NEXT [#A] Buy milk :errand:\n"], ""),
    (
      "Buy milk\n  two of them\n\n  today\nCall\n",
      ["* TODO Buy milk\ntwo of them\n\ntoday\n", "* TODO Call\n"], ""
    ),
    (
      "- Buy milk\n- [X] Call\n+ [ ] Write\n1. [@3] Go\n",
      ["* TODO Buy milk\n", "* DONE Call\n", "* TODO Write\n", "* TODO Go\n"], ""
    ),
    (
      "- Buy\n  - [ ] milk\n    cold\n  * bread\n- Call\n",
      ["* TODO Buy\n- [ ] milk\n  cold\n * bread\n", "* TODO Call\n"], ""
    ),
    ("  - indented\n    more\n", ["* TODO indented\nmore\n"], ""),
    (
      "* Buy milk\nSCHEDULED: <2026-11-27 Fri>\n:PROPERTIES:\n:SHOP: x\n:END:\nCold\n** Which\nwhole\n* DONE Call\n",
      [
        "* TODO Buy milk\nSCHEDULED: <2026-11-27 Fri>\n:PROPERTIES:\n:SHOP: x\n:END:\nCold\n** Which\nwhole\n",
        "* DONE Call\n",
      ], ""
    ),
    (
      "** Deep\n**** deeper\n*** deep\n* High\n",
      ["* TODO Deep\n*** deeper\n** deep\n", "* TODO High\n"], ""
    ),
    (
      "Call <2026-11-27 Fri 17:00>\nDEADLINE: <2026-11-28 Sat>\n",
      ["* TODO Call <2026-11-27 Fri 17:00>\nDEADLINE: <2026-11-28 Sat>\n"], ""
    ),
    (
      "#+TITLE: Inbox\n# from the phone\n\nBuy milk\n\n* Call\n",
      ["* TODO Buy milk\n", "* TODO Call\n"], "#+TITLE: Inbox\n# from the phone\n\n"
    ),
    (
      "#+TODO: A B | C\n#+FILETAGS: :phone:\n#+CATEGORY: x\nB Buy milk\n* Call\n",
      [
        "#+TODO: A B | C\n#+FILETAGS: :phone:\n\n* B Buy milk\n",
        "#+TODO: A B | C\n#+FILETAGS: :phone:\n\n* A Call\n",
      ],
      "#+TODO: A B | C\n#+FILETAGS: :phone:\n#+CATEGORY: x\n"
    ),
    (
      "Run this\n#+begin_src sh\nls\n- no item\n#+end_src\n| a | b |\nNext\n",
      ["* TODO Run this\n#+begin_src sh\nls\n- no item\n#+end_src\n| a | b |\n", "* TODO Next\n"],
      ""
    ),
    (
      "#+begin_src sh\nls\n#+end_src\nBuy\n-----\n", ["* TODO Buy\n"],
      "#+begin_src sh\nls\n#+end_src\n-----\n"
    ),
    ("* \nno title\n", ["* TODO Untitled\nno title\n"], ""),
    (
      ":PROPERTIES:\n:ID: x\n:END:\n#+TITLE: T\n\n* Buy\n", ["* TODO Buy\n"],
      ":PROPERTIES:\n:ID: x\n:END:\n#+TITLE: T\n\n"
    ),
  ]

  @Test(arguments: org) func entriesOfOrg(_ text: String, _ tasks: [String], _ rest: String) throws
  {
    let file = file(text)
    #expect(texts(file) == tasks)
    #expect(String(decoding: file.without(file.entries), as: UTF8.self) == rest)
    #expect(file.without([]) == (text.contains { !$0.isWhitespace } ? Array(text.utf8) : []))
    for entry in file.entries {
      #expect(OrgDocument(entry.text, path: "a.org", workflow: .standard) != nil)
    }
  }

  /// Entries, and the title, tags, deadline and scheduled date that they have.
  @Test(arguments: [
    ("Buy milk #shop due:2026-11-27", "Buy milk|shop|2026-11-27|"),
    ("- [ ] #shop Buy #home/x #42 a#b milk #shop", "Buy #home/x #42 a#b milk|shop||"),
    ("- Buy 📅 2026-11-27 ⏳2026-11-26 #Größe", "Buy|Größe|2026-11-27|2026-11-26"),
    ("# Buy sched:2026-11-27T17:00 milk :a:", "Buy milk|a||2026-11-27T17:00"),
    ("Buy due:fri due: 2026-11-27 📅", "Buy due:fri due: 2026-11-27 📅|||"),
    ("Buy  two due:2026-11-31", "Buy  two due:2026-11-31|||"),
    (
      "due:2026-11-27 Buy due:2026-11-28\nDEADLINE: <2026-11-26 Thu>",
      "Buy due:2026-11-28||2026-11-26|"
    ),
    ("#shop", "#shop|||"), ("Read https://a.b/#c `#x`", "Read https://a.b/#c `#x`|||"),
  ]) func inlineFieldsOfMarkdown(_ text: String, _ wanted: String) throws {
    let entry = try #require(file(text, .markdown).entries.first)
    let task = try #require(
      MarkdownDocument(entry.text, path: "a.md", workflow: Workflow("TODO NEXT | DONE"))
    ).task
    #expect(
      "\(task.title)|\(task.tags.map(\.string).joined(separator: ","))|"
        + "\(task.deadline?.start.iso ?? "")|\(task.scheduled?.start.iso ?? "")" == wanted)
  }

  @Test func oneEntryCanStay() throws {
    let file = file("#+TITLE: T\nA\n  a\nB\n* C\n** D\n")
    #expect(
      String(decoding: file.without([file.entries[1]]), as: UTF8.self)
        == "#+TITLE: T\nA\n  a\n* C\n** D\n")
    #expect(
      String(decoding: file.without([file.entries[0], file.entries[2]]), as: UTF8.self)
        == "#+TITLE: T\nB\n")
  }

  @Test(arguments: [
    (
      "* General\ntext\n** Inbox\nlead\n*** Buy\nmilk\n*** Call\n** Other\n*** x\n* Last\n",
      ["General", "Inbox"],
      ["* TODO Buy\nmilk\n", "* TODO Call\n"],
      "* General\ntext\n** Inbox\nlead\n** Other\n*** x\n* Last\n"
    ),
    (
      "* TODO Inbox [1/2] :a:\n** Buy\n", ["Inbox"], ["* TODO Buy\n"],
      "* TODO Inbox [1/2] :a:\n"
    ),
    ("* General\n* Inbox\n** Buy\n", ["General", "Inbox"], [], "* General\n* Inbox\n** Buy\n"),
    ("Buy\n", ["Inbox"], [], "Buy\n"),
  ]) func belowAHeading(_ text: String, _ place: [String], _ tasks: [String], _ rest: String) {
    let file = file(text, .org, place.map { Text($0) })
    #expect(texts(file) == tasks)
    #expect(String(decoding: file.without(file.entries), as: UTF8.self) == rest)
  }

  @Test(arguments: [
    ("Buy milk\n", ["Buy milk|todo|"], ""),
    (
      "# Buy milk [1/2]\n\nCold\n\n## Which\n\nwhole\n\n# Call\n",
      ["Buy milk [1/2]|todo|Cold\n\n## Which\n\nwhole", "Call|todo|"], ""
    ),
    ("- [x] Buy\n  - milk\n* NEXT Call\n", ["Buy|done|- milk", "Call|next|"], ""),
    ("---\ntitle: Inbox\n---\n\n- Buy\n", ["Buy|todo|"], "---\ntitle: Inbox\n---\n\n"),
    (
      "Run\n```sh\n# no heading\n```\nNext\n", ["Run|todo|```sh\n# no heading\n```", "Next|todo|"],
      ""
    ),
    ("<!-- mine -->\nBuy\n", ["Buy|todo|"], "<!-- mine -->\n"),
    (
      "Buy\n<!-- mine\n\n# still\n- mine --> too\nCall\n", ["Buy|todo|", "Call|todo|"],
      "<!-- mine\n\n# still\n- mine --> too\n"
    ),
    (
      "- Buy\n  <!-- milk\nbread -->\n- Call\n",
      ["Buy|todo|<!-- milk\nbread -->", "Call|todo|"], ""
    ),
    ("Buy\n<!-- open\nmine\n", ["Buy|todo|"], "<!-- open\nmine\n"),
    ("```\n<!-- code\n```\nBuy\n", ["Buy|todo|"], "```\n<!-- code\n```\n"),
    ("Title\n=====\n> quoted\n", ["Title|todo|"], "=====\n> quoted\n"),
  ]) func entriesOfMarkdown(_ text: String, _ tasks: [String], _ rest: String) throws {
    let file = file(text, .markdown)
    let found = try file.entries.map { entry in
      let document = try #require(
        MarkdownDocument(entry.text, path: "a.md", workflow: Workflow("TODO NEXT | DONE")))
      let task = document.task
      #expect(!task.hasOwnID)
      return "\(task.title)|\(task.state.keyword.string.lowercased())|\(task.notes)"
    }
    #expect(found == tasks)
    #expect(String(decoding: file.without(file.entries), as: UTF8.self) == rest)
  }

  @Test func markdownHasDatesAndTagsAsInOrg() throws {
    let file = file(
      "- [ ] NEXT [#A] Call :phone:\n  DEADLINE: <2026-11-27 Fri>\n  He knows.\n", .markdown)
    let text = try #require(file.entries.first).text
    let document = MarkdownDocument(text, path: "a.md", workflow: Workflow("TODO NEXT | DONE"))
    let task = try #require(document).task
    #expect(task.title == "Call" && task.tags == ["phone"] && task.priority == Priority("A"))
    #expect(task.deadline?.start.iso == "2026-11-27" && task.notes == "He knows.")
  }

  /// Each word of the file is in a task or in the rest, and the tasks are in its order.
  @Test func nothingIsLost() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "w", "* w", "** w", "*** TODO w", "- w", "  - w", "  w", "- [X] w", "1) w", "# w",
      "#+TITLE: w", "| w |",
      "", "\t* w", ":w: w", "#+begin_src w", "#+end_src", "SCHEDULED: <2026-11-27 Fri>", "-----",
      "## w", "```",
    ]
    for _ in 0..<400 {
      var number = 0
      let lines = (0..<generator.below(14)).map { _ in
        number += 1
        return generator.pick(pieces).replacingOccurrences(of: "w", with: "w\(number)w")
      }
      for format in Format.allCases {
        let file = file(lines.joined(separator: "\n"), format)
        let rest = String(decoding: file.without(file.entries), as: UTF8.self)
        let tasks = file.entries.map { String(decoding: $0.text, as: UTF8.self) }
        for word in 1..<max(number + 1, 2) where lines.contains(where: { $0.contains("w\(word)w") })
        {
          let count = (tasks + [rest]).count { $0.contains("w\(word)w") }
          #expect(count >= 1, "w\(word)w in\n\(lines.joined(separator: "\n"))\nseed \(seed)")
        }
      }
    }
  }
}
