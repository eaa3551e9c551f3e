import TasksCore

/// The files from which a phone shows tasks, as `org-mobile-push` of Emacs writes them (Org manual, "Pushing to the
/// mobile application"): a file a list, `agendas.org`, and `index.org`, which names them all.
package struct MobileStage {
  package struct File {
    /// With `/` between components.
    package let name: String
    package let bytes: [UInt8]
  }

  static let index = "index.org"
  static let agendas = "agendas.org"
  /// What the phone has to say.
  package static let capture = "mobileorg.org"
  package static let checksums = "checksums.dat"

  /// In the order in which they are to be written: `index.org` is the last one.
  package let files: [File]

  /// - Parameters:
  ///   - tasks: The open ones, in their order.
  ///   - lists: The names of the files of all lists.
  package init(
    _ tasks: [Task], lists: MobileLists, agendas: [MobileAgenda], context: ForeignContext
  ) {
    var flat = context
    // Its parts would be part of a task's text for the phone.
    flat.options.append(.flat)
    let format = OutlineFile(flat)
    var members: [String: [Task]] = [:]
    for task in tasks { members[lists.file(of: task.list), default: []].append(task) }
    var files = members.ordered { $0.key < $1.key }.map { name, tasks in
      File(name: name, bytes: format.print(tasks))
    }
    let names = files.map(\.name)
    files.append(File(name: MobileStage.agendas, bytes: MobileAgenda.print(agendas, format)))
    let tags = Set(tasks.flatMap(\.tags)).sorted().map(\.string).joined(separator: " ")
    var index = "#+READONLY\n"
    index += "#+TODO: \(MobileStage.words(context.keywords(with: tasks)))\n"
    index += "#+TAGS: \(tags)\n#+ALLPRIORITIES: A B C\n"
    index += "* [[file:\(MobileStage.agendas)][Agenda Views]]\n"
    for name in names { index += "* [[file:\(name)][\(name)]]\n" }
    files.append(File(name: MobileStage.index, bytes: Array(index.utf8)))
    self.files = files
  }

  /// Keywords without the marks that phones do not know: `WAIT(w@/!)`.
  static func words(_ keywords: Text) -> String {
    keywords.string.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
      .joined(separator: " ")
  }
}

package struct MobileLists {
  private var names: [Text: String] = [:]
  private let other = "tasks.org"

  /// - Parameter lists: All lists of the store. The names follow from them.
  package init(_ lists: [Text]) {
    var taken: Set<String> = [
      other, MobileStage.index, MobileStage.agendas, MobileStage.capture,
    ]
    for list in Set(lists).sorted() {
      let name = MobileLists.safe(list.string)
      var number = 1
      // Some folders take two names that differ in case for one.
      while !taken.insert(MobileLists.numbered(name, number).lowercased()).inserted { number += 1 }
      names[list] = MobileLists.numbered(name, number)
    }
  }

  package func file(of list: Text?) -> String { list.flatMap { names[$0] } ?? other }

  /// The list of a file, nil inside for the tasks without one; nil for a file that is not staged.
  package func list(of file: String) -> Text?? {
    if file == other { return .some(nil) }
    return names.first { $0.value == file }.map { .some($0.key) } ?? nil
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name + ".org" : "\(name)-\(number).org"
  }

  /// A path that links, other systems and checksums.dat take as it is.
  private static func safe(_ list: String) -> String {
    let parts = list.split(separator: "/").map { part in
      var name = ""
      for scalar in part.unicodeScalars {
        let isPlain =
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.canonicalCombiningClass != .notReordered
          || "-_.".unicodeScalars.contains(scalar)
        name.unicodeScalars.append(isPlain ? scalar : "_")
      }
      return name.hasPrefix(".") ? "_" + name.dropFirst() : name
    }
    return parts.isEmpty ? "_" : parts.joined(separator: "/")
  }
}

/// A block of `agendas.org`: an agenda or a list, under a heading of its own.
package struct MobileAgenda {
  package struct Entry {
    let task: Task
    /// What stands before the task: `work:Scheduled:`.
    let prefix: String

    package init(_ task: Task, prefix: String) { (self.task, self.prefix) = (task, prefix) }
  }

  /// A day of an agenda; or the whole list, without a heading.
  package struct Section {
    let heading: String?
    let entries: [Entry]

    package init(_ heading: String?, _ entries: [Entry]) {
      (self.heading, self.entries) = (heading, entries)
    }
  }

  /// What the block shows: `Week-agenda:`.
  let heading: String
  /// The view, and the number of the block in it if it has several: `a`, `work#2`.
  let keys: String
  let title: String
  let sections: [Section]

  /// As many lines of a body as a phone shows in an agenda (`org-agenda-entry-text-maxlines` there).
  private static let maxLines = 10

  package init(heading: String, keys: String, title: String, sections: [Section]) {
    (self.heading, self.keys, self.title, self.sections) = (heading, keys, title, sections)
  }

  /// The heading of a day: `Monday     16 November 2026 W47`.
  package static func heading(of date: CivilDate) -> String {
    let day = CivilDate.weekdays[date.weekday - 1]
    let month = CivilDate.months[date.month - 1]
    let blanks = String(repeating: " ", count: 10 - day.utf8.count)
    return "\(day)\(blanks) \(CivilDate.padded(date.day, 2)) \(month) \(date.year)"
      + (date.weekday == 1 ? " W\(CivilDate.padded(date.week, 2))" : "")
  }

  package static func print(_ agendas: [MobileAgenda], _ format: OutlineFile) -> [UInt8] {
    var out = Array("#+READONLY\n".utf8)
    var printed: [TaskID: [Text]] = [:]
    for agenda in agendas {
      out += "* \(agenda.heading)<after>KEYS=\(agenda.keys) TITLE: \(agenda.title)</after>\n".utf8
      for section in agenda.sections {
        if let heading = section.heading { out += "** \(heading)\n".utf8 }
        for entry in section.entries {
          let lines = printed[entry.task.id] ?? MobileAgenda.lines(of: entry.task, format)
          printed[entry.task.id] = lines
          guard let first = lines.first else { continue }
          out += (section.heading == nil ? "**  " : "***  ").utf8
          out += first.bytes + "<before>\(entry.prefix)</before>\n".utf8
          for line in lines.dropFirst() { out += "   ".utf8 + line.bytes + [0x0A] }
          out += "   :PROPERTIES:\n   :ORIGINAL_ID: \(entry.task.id)\n   :END:\n\n".utf8
        }
      }
      out += [0x0A]
    }
    return out
  }

  /// The heading without its star, then planning and the beginning of the notes, without drawers.
  private static func lines(of task: Task, _ format: OutlineFile) -> [Text] {
    let lines = Text(lines: format.print([task])[...]).lines
      .drop { !OrgSyntax.isTopHeading($0.bytes[...]) }
    guard let heading = lines.first else { return [] }
    var out = [Text(bytes: heading.bytes.dropFirst(2))]
    var isInDrawer = false
    var count = 0
    for line in lines.dropFirst() {
      let bytes = line.bytes[...]
      if OrgSyntax.isHeading(bytes) || count == maxLines { break }
      let isDrawer = line.withBytes { OrgSyntax.drawerName($0.trimmingLeadingBlanks) != nil }
      if isDrawer {
        isInDrawer = !line.isSameName(as: ":END:")
      } else if !isInDrawer {
        out.append(line)
        if count > 0 || OrgPlanningLine.Keyword(at: bytes) == nil { count += 1 }
      }
    }
    while let last = out.last, out.count > 1, last.bytes[...].isBlankLine { out.removeLast() }
    return out
  }
}
