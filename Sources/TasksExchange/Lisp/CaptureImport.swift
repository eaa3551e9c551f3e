import TasksCore

/// The templates of `org-capture-templates` (Org manual, "Template elements"), each as the text of a template file.
package struct CaptureImport {
  package struct Entry: Sendable {
    package let name: String
    package let template: Template
    package let text: [UInt8]
    /// Where tasks made from it go: named after the target's file and heading.
    package let list: Text?
    package let line: Int
  }

  package private(set) var entries: [Entry] = []
  package private(set) var remarks: [ImportRemark] = []
  private let workflow: Workflow

  /// Nil if the file sets no templates.
  package init?(_ file: InitFile, workflow: Workflow) {
    guard let list = file.list("org-capture-templates") else { return nil }
    self.workflow = workflow
    remarks = list.remarks
    for form in list.entries {
      do throws(Refusal) {
        try add(form)
      } catch {
        remarks.append(ImportRemark(line: error.line, error.text))
      }
    }
  }

  /// Why an entry is left out.
  private struct Refusal: Error {
    let line: Int
    let text: String
  }

  private mutating func add(_ form: LispForm) throws(Refusal) {
    guard let parts = form.elements, let key = parts.first?.string?.string else {
      throw Refusal(line: form.line, text: "this is no template, and is left out")
    }
    let title = parts.count > 1 ? parts[1].string?.string ?? key : key
    func refusal(_ reason: String, _ part: LispForm? = nil) -> Refusal {
      Refusal(line: part?.line ?? form.line, text: "'\(title)' is left out: \(reason)")
    }
    // A key with a description alone is the first key of others.
    if parts.count == 2 { return }
    guard parts.count > 3, let type = parts[2].symbol else {
      throw refusal("it has no type and target")
    }
    guard type == "entry" else {
      throw refusal(
        "it adds \(type == "plain" ? "text" : type == "item" ? "an item" : "a \(type)") to a file, and no task"
      )
    }
    let list: Text?
    switch CaptureTarget(parts[3]) {
    case .list(let name): list = name
    case .refused(let reason): throw refusal(reason, parts[3])
    }
    var text = "* %?\n%a"
    let body = parts.count > 4 ? parts[4] : nil
    if let body, body.symbol != "nil", body.symbol?.hasPrefix(":") != true {
      guard let string = body.string else {
        throw refusal(
          body.elements?.first?.symbol == "file"
            ? "its text is in a file of its own; copy that to .tasks/templates"
            : "its text is made by Lisp", body)
      }
      text = string.string
    }
    let name = free(CaptureImport.slug(title, or: key), key)
    let (lines, isTask) = task(text, list)
    let bytes = Array(
      ("# \(title.split(whereSeparator: \.isNewline).joined(separator: " "))\n" + lines).utf8)
    let template: Template
    do throws(TemplateError) {
      template = try Template(name, .org, bytes)
    } catch {
      throw refusal(error.reason, body)
    }
    entries.append(Entry(name: name, template: template, text: bytes, list: list, line: form.line))
    if !isTask {
      remarks.append(
        ImportRemark(line: form.line, "'\(title)' has no keyword, and makes a task of each entry"))
    }
    let lost = parts.compactMap(\.symbol).filter(CaptureImport.effects.contains)
    if !lost.isEmpty {
      remarks.append(
        ImportRemark(
          line: form.line, "'\(title)' is imported without \(lost.joined(separator: ", "))"))
    }
  }

  /// The properties of a template that do something else than place its text.
  private static let effects: Set<String> = [
    ":clock-in", ":clock-keep", ":clock-resume", ":hook", ":prepare-finalize", ":before-finalize",
    ":after-finalize", ":time-prompt", ":prepend",
  ]

  // MARK: Names

  /// Returns a name to be typed: letters and digits, with `-` for what is between them.
  private static func slug(_ title: String, or key: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty
      ? "template-" + key.unicodeScalars.map { String($0.value) }.joined(separator: "-")
      : words.joined(separator: "-")
  }

  /// Returns the name, with the key behind it if another template has it.
  private func free(_ name: String, _ key: String) -> String {
    guard entries.contains(where: { $0.name == name }) else { return name }
    var (free, number) = (name + "-" + CaptureImport.slug(key, or: key), 2)
    while entries.contains(where: { $0.name == free }) {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }

  // MARK: Text

  /// Returns the text with its first heading as a task of the store, in the list.
  ///
  /// - Returns: Also whether it was one before.
  private func task(_ text: String, _ list: Text?) -> (text: String, isTask: Bool) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
      String.init)
    lines.removeFirst(lines.prefix { $0.allSatisfy(\.isWhitespace) }.count)
    lines.removeLast(lines.reversed().prefix { $0.allSatisfy(\.isWhitespace) }.count)
    if lines.isEmpty || !CaptureImport.isHeading(lines[0]) {
      lines = ["* " + (lines.first ?? "")] + lines.dropFirst()
    }
    let depth = lines[0].prefix { $0 == "*" }.count - 1
    if depth > 0 {
      for (index, line) in lines.enumerated() where CaptureImport.isHeading(line) {
        lines[index] = "*" + line.dropFirst(min(depth, line.prefix { $0 == "*" }.count - 1) + 1)
      }
    }
    let title = lines[0].dropFirst(2)
    let word = title.prefix { !$0.isWhitespace }
    let isTask = workflow[Text(String(word))] != nil
    if !isTask, let first = workflow.first {
      lines[0] = "* \(first.keyword) \(title)"
    }
    if let list { insert(list, into: &lines) }
    return (lines.joined(separator: "\n") + "\n", isTask)
  }

  private static func isHeading(_ line: String) -> Bool {
    line.hasPrefix("*") && line.drop { $0 == "*" }.first == " "
  }

  /// Puts the list into the property drawer, which follows the heading and its dates.
  private func insert(_ list: Text, into lines: inout [String]) {
    var place = 1
    let dates = ["SCHEDULED:", "DEADLINE:", "CLOSED:"]
    func words(_ place: Int) -> Substring {
      place < lines.count ? lines[place].drop { $0 == " " } : ""
    }
    if dates.contains(where: words(place).hasPrefix) { place += 1 }
    let property = ":CATEGORY: \(list)"
    guard words(place).uppercased() == ":PROPERTIES:" else {
      lines.insert(contentsOf: [":PROPERTIES:", property, ":END:"], at: place)
      return
    }
    let drawer = lines[place...].prefix { $0.drop { $0 == " " }.uppercased() != ":END:" }
    if !drawer.contains(where: { $0.uppercased().contains(":CATEGORY:") }) {
      lines.insert(property, at: place + 1)
    }
  }
}

/// Where a template of Org puts its entry (Org manual, "Template elements", "target").
private enum CaptureTarget {
  /// A list of ours; the path of the file is not part of its name.
  case list(Text)
  case refused(String)

  init(_ form: LispForm) {
    guard let parts = form.elements, let kind = parts.first?.symbol else {
      self = .refused("its target has to be evaluated")
      return
    }
    guard form.evaluated == nil else {
      self = .refused("its target is found by Lisp")
      return
    }
    let names = parts.dropFirst(2).map(\.string)
    switch kind {
    case "file", "file+datetree", "file+datetree+prompt", "file+weektree", "file+weektree+prompt",
      "file+regexp":
      self = CaptureTarget.file(parts, below: [])
    case "file+headline", "file+olp", "file+olp+datetree":
      self =
        names.contains(nil)
        ? .refused("its heading is found by Lisp")
        : CaptureTarget.file(parts, below: names.compactMap { $0?.string })
    case "id": self = .list("inbox")
    case "clock": self = .refused("it goes to the task whose clock runs")
    case "here": self = .refused("it goes to where the cursor is")
    default: self = .refused("its target '\(kind)' is found by Lisp")
    }
  }

  private static func file(_ parts: [LispForm], below headings: [String]) -> CaptureTarget {
    guard parts.count > 1 else { return .list("inbox") }
    var name = "inbox"
    if let path = parts[1].string?.string {
      let file = path.split(separator: "/").last ?? ""
      let bare = file.lastIndex(of: ".").map { file[..<$0] } ?? file
      if !bare.isEmpty { name = bare.lowercased() == "inbox" ? "inbox" : String(bare) }
    } else if parts[1].symbol != "org-default-notes-file" {
      return .refused("its file is found by Lisp")
    }
    // As an import of the file has it.
    if headings.last?.lowercased() == "inbox" { return .list("inbox") }
    let below = headings.map { $0.split(separator: "/").joined(separator: "-") }
    return .list(Text(([name] + below).joined(separator: "/")))
  }
}
