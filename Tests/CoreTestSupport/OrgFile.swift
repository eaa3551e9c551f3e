import TasksCore

/// A random Org task file.
package struct OrgFile {
  /// How far the file strays from what we would write ourselves.
  package enum Kind {
    /// Odd in its layout, plain in how each value is spelled: every edit can be taken back byte by byte.
    case plainValues
    /// Odd in everything.
    case odd
    /// Odd, but such as Emacs reads from disk as it is: text in UTF-8 with one kind of line end.
    case forEmacs
  }

  package private(set) var bytes: [UInt8] = []
  private var seed: OrgSeed
  private let kind: Kind
  private var keywords = ["TODO", "NEXT", "WAIT", "DONE", "CANCELED"]
  private let lineEnd: String?

  package init(seed number: Int, _ kind: Kind) {
    seed = OrgSeed(number)
    self.kind = kind
    lineEnd = seed.once(in: 4) ? "\r\n" : seed.once(in: 8) && kind == .odd ? nil : "\n"
    if seed.once(in: 8), kind != .forEmacs { bytes = [0xEF, 0xBB, 0xBF] }
    preamble()
    heading()
    if !seed.once(in: 3) { planning() }
    if !seed.once(in: 4) { drawer() }
    if !seed.once(in: 3) { log() }
    if !seed.once(in: 3) { body() }
    if seed.once(in: 3) { below() }
    if seed.once(in: 6), bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes += (lineEnd ?? seed.pick(["\n", "\r\n"])).utf8
  }

  private mutating func lines(_ text: [String]) { text.forEach { line($0) } }

  private mutating func preamble() {
    if seed.once(in: 3) {
      line("#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")
    } else if seed.once(in: 4) {
      line("#+SEQ_TODO: OPEN(o) HOLD(h@/!) | CLOSED_(c!) DROPPED")
      line("#+todo: BUG FIXED")
      keywords = ["OPEN", "HOLD", "CLOSED_", "DROPPED", "BUG", "FIXED"]
    }
    let pieces: [[String]] = [
      ["#+TITLE: a store"], ["# a comment"], [""], ["#+FILETAGS: :home:garden:"],
      ["#+FILETAGS: :phone:"], ["#+CATEGORY: errands"], ["some text", "  more text"],
      ["#+BEGIN_EXAMPLE", "#+TODO: NEVER | READ", "#+END_EXAMPLE"], ["\t"], ["#+STARTUP: showall"],
    ]
    for piece in seed.some(of: pieces, most: 3) { lines(piece) }
  }

  private mutating func heading() {
    var text = "* \(seed.pick(keywords)) "
    if seed.once(in: 8) { text += " " }
    if seed.once(in: 3) { text += seed.pick(["[#A] ", "[#C] ", "[#B]  "]) }
    if seed.once(in: 15) { text += "COMMENT " }
    if seed.once(in: 8) { text += "[1/3] " }
    text += seed.pick([
      "Call Bob", "a", "Čaj o páté", "Ünïcode 漢字 title", "see [[https://example.org][link]]",
      "a:b:c", "two  blanks", "with \"quotes\" \\ and *stars*", "x [#A] y", "TODO again",
      "100% of it",
      "e\u{301}te\u{301}", "tab\there", "\u{10FF80}\u{10FFFF}", "🙂 emoji",
    ])
    if seed.once(in: 6) { text += seed.pick([" [0/2]", " [50%]", " [/]", " [%]"]) }
    if seed.once(in: 2) {
      text += seed.pick([" ", " ", "    ", "\t", "                         "])
      text += seed.pick(
        [":phone:", ":phone:@office:", ":ARCHIVE:", ":práce:#x:50%:"]
          + (kind == .plainValues ? [] : [":a::b:"]))
    }
    if seed.once(in: 10) { text += " " }
    if kind == .odd, seed.once(in: 10) {
      bytes += text.utf8
      bytes += [0x20, 0xFF, 0xC3]
      text = ""
    }
    line(text)
  }

  private mutating func stamp(active: Bool) -> String {
    let plan = seed.planning()
    guard kind != .plainValues, seed.once(in: 2) else {
      return OrgTimestamp.print(active ? plan : Planning(plan.start), isActive: active)
    }
    var text = plan.start.date.iso
    if seed.once(in: 2) { text += seed.pick([" Fr", " čtv", " Mon", "  Sun"]) }
    if seed.once(in: 2) { text += seed.pick([" 9:05", " 23:59", " 10:00-11:30", " 9:00-10:15"]) }
    if active, seed.once(in: 2) {
      text += seed.pick([" -3d +1w", " ++2d --1d", " .+1m/2m", " +1y", " -0d", " +2h"])
    }
    return active ? "<\(text)>" : "[\(text)]"
  }

  private mutating func planning() {
    let keywords = seed.once(in: 12) ? ["SCHEDULED", "DEADLINE", "SCHEDULED"] : ["DEADLINE"]
    var parts: [String] = []
    for keyword in seed.some(of: keywords + ["SCHEDULED", "CLOSED"], most: 3) {
      parts.append("\(keyword): \(stamp(active: keyword != "CLOSED"))")
    }
    guard !parts.isEmpty else { return }
    let indent = seed.pick(["", "", "  ", "\t"])
    let end = seed.once(in: 8) ? "  " : ""
    line(indent + parts.joined(separator: seed.pick([" ", " ", "  "])) + end)
  }

  private mutating func drawer() {
    let indent = seed.pick(["", "", "  ", "\t"])
    line(indent + seed.pick([":PROPERTIES:", ":PROPERTIES:", ":properties:"]))
    var properties = [
      ":ID:       k7mq2xw4tz9nbcde", ":RANK:     1024.5", ":CREATED:  [2026-11-20 Fri 09:15]",
      ":CATEGORY: work", ":Effort:   1:30", ":PARENT:   id:b3x9", ":BLOCKER:  ids(c4 d5)",
      ":REMIND:   [2026-11-23 Mon 09:30]", ":IMPORTANT: t", ":APPT_WARNTIME: 60",
      ":APPT_WARNTIME2: 10", ":LOCATION: Office, Prague", ":GEO:      50.0875,14.4213",
      ":LOCATION_RADIUS: 500", ":CUSTOM:   value with  blanks", ":STYLE:    habit", ":EMPTY:",
      ":LAST_REPEAT: [2026-11-20 Fri 09:15]", ":URL: https://example.org/?a=b:c",
    ]
    if kind != .plainValues {
      properties += [
        ":rank:   007.50", ":CREATED: [2026-11-20]", ":Effort: 1h 30min", ":RANK: many",
        ":EFFORT: soon", ":GEO: here", ":CUSTOM: second", ":CUSTOM+: added", ":PARENT: b3x9",
        ":REMIND: [2026-11-23 Mon 09:30], [2026-11-24 Tue]", ":TAIL: blanks  ", ":A:",
        ":IMPORTANT: no",
      ]
    }
    if seed.once(in: 6) { properties.append(":DELETED:  [2026-11-20 Fri 09:15]") }
    for property in seed.some(of: properties, most: 7) {
      line(indent + property)
    }
    if kind == .odd, seed.once(in: 12) {
      bytes += Array(":RAW: ".utf8) + [0xFE, 0x41, 0xE2, 0x82]
      line("")
    }
    if kind == .odd, seed.once(in: 10) { line("demoted") }
    line(indent + seed.pick([":END:", ":END:", ":end:"]))
  }

  private mutating func log() {
    let indent = seed.pick(["", "", "  "])
    let isDrawer = !seed.once(in: 4)
    if isDrawer { line(indent + ":LOGBOOK:") }
    let entries: [[String]] = [
      [
        "- State \"WAIT\"       from \"TODO\"       [2026-11-20 Fri 10:30] \\\\",
        "  waiting for Bob",
      ],
      ["- State \"DONE\"       from              [2026-11-19 Thu 10:30]"],
      ["- Note taken on [2026-11-18 Wed 10:30] \\\\", "  one", "  - two", "    three"],
      ["- Merge dropped title \"Call \\\"Bob\\\"\""], ["- Merge dropped rank nothing"],
      ["- Rescheduled from \"[2026-11-17 Tue]\" on [2026-11-18 Wed 08:00]"],
      ["CLOCK: [2026-11-20 Fri 09:20]--[2026-11-20 Fri 10:05] =>  0:45"],
      ["CLOCK: [2026-11-21 Sat 09:20]"],
      ["- Note taken on [2026-11-18 Wed 10:31] \\\\", "  first", "", "  after a blank"],
    ]
    for entry in seed.some(of: entries, most: 5) { lines(entry.map { indent + $0 }) }
    if isDrawer { line(indent + ":END:") }
  }

  private mutating func body() {
    if !seed.once(in: 4) { line("") }
    if seed.once(in: 5) { line("") }
    let pieces: [[String]] = [
      ["Notes in Org markup, see [[https://example.org][x]]."], ["", "a paragraph", ""],
      ["- [ ] find the number", "- [X] read the contract", "  - [-] nested [1/2]"],
      ["1. [ ] one", "2. [@5] [x] two"],
      ["#+BEGIN_SRC sh", "- [ ] no box", ",* no heading", "#+END_SRC"],
      [":NOTES:", "a drawer", ":END:"], ["  indented", "\ttab"], ["| a | b |", "|---+---|"],
      ["a stamp <2026-11-20 Fri +1w> in text"], ["#+CATEGORY: late"], ["trailing  "],
      // Org takes it for a drawer, up to the end of the next one, and clocks in that it counts all the same.
      [kind == .forEmacs ? "text" : ":END:"],
      ["- a list", "- of items"], ["*bold* at the edge", "*\ttab"], ["SCHEDULED: <2026-11-20 Fri>"],
      [
        ":LOGBOOK:", "- Note taken on [2026-11-17 Tue 10:30] \\\\", "  in the body",
        "CLOCK: [2026-11-17 Tue 09:20]--[2026-11-17 Tue 10:05] =>  0:45", ":END:",
      ],
    ]
    for piece in seed.some(of: pieces, most: 5) { lines(piece) }
    if kind == .odd, seed.once(in: 8) {
      bytes += [0x66, 0xFC, 0x72, 0x0B, 0x0C]
      line("\u{2028}x")
    }
    if seed.once(in: 6) { lines(["", ""]) }
  }

  private mutating func below() {
    let pieces: [[String]] = [
      ["** TODO below [0/1]", ":PROPERTIES:", ":ID: other", ":END:", "- [ ] not ours"],
      ["* DONE another :phone:", "DEADLINE: <2026-11-20 Fri>", "text"], ["* plain heading", ""],
      ["** Notes", "#+FILETAGS: :late:"],
    ]
    for piece in seed.some(of: pieces, most: 3) { lines(piece) }
  }
}
