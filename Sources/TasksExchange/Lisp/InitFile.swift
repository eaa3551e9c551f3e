/// What an Emacs init file says of a variable that is a list. The file is read as data: what sets the variable is found
/// wherever it is, and nothing is evaluated.
package struct InitFile {
  private let forms: [LispForm]

  package init(_ bytes: [UInt8]) throws(LispError) { forms = try LispReader.read(bytes) }

  /// Returns the elements of the variable's list, and what of it has to be evaluated. Nil if the file does not set it.
  func list(_ variable: String) -> (entries: [LispForm], remarks: [ImportRemark])? {
    var search = InitFileSearch(variable: variable)
    for form in forms { search.visit(form) }
    return search.isFound ? (search.entries, search.remarks) : nil
  }
}

/// Something that an import leaves out, and why.
package struct ImportRemark: Hashable, Sendable {
  /// Of the imported file, from 1; nil if it is about no line of it.
  package let line: Int?
  package let text: String

  package init(line: Int?, _ text: String) { (self.line, self.text) = (line, text) }

  package var message: String { (line.map { "line \($0): " } ?? "") + text }
}

/// A walk through the forms of a file.
private struct InitFileSearch {
  let variable: String
  var isFound = false
  var entries: [LispForm] = []
  var remarks: [ImportRemark] = []

  mutating func visit(_ form: LispForm) {
    guard let parts = form.elements, let head = parts.first else { return }
    switch head.symbol {
    case "quote", "`": return
    case "setq", "setq-default", "setq-local", "setopt":
      for index in stride(from: 1, to: parts.count - 1, by: 2) {
        if parts[index].symbol == variable {
          set(parts[index + 1])
        } else {
          visit(parts[index + 1])
        }
      }
    case "defvar", "defcustom", "defconst":
      if parts.count > 2, parts[1].symbol == variable { set(parts[2]) }
    case "set", "set-default", "customize-set-variable", "customize-save-variable",
      "custom-set-default":
      if parts.count > 2, names(parts[1]) { set(parts[2]) }
    case "custom-set-variables":
      for part in parts.dropFirst() {
        if let pair = part.quoted?.elements, pair.count > 1, pair[0].symbol == variable {
          set(pair[1])
        }
      }
    case "add-to-list":
      if parts.count > 2, names(parts[1]) { add(parts[2]) }
    case "push", "cl-pushnew":
      if parts.count > 2, parts[2].symbol == variable { add(parts[1]) }
    case "use-package": visit(package: parts.dropFirst())
    default: for part in parts { visit(part) }
    }
  }

  private func names(_ form: LispForm) -> Bool {
    guard let parts = form.elements, parts.count == 2, parts[0].symbol == "quote" else {
      return false
    }
    return parts[1].symbol == variable
  }

  /// Visits the sections of a `use-package`. In `:custom`, each form is a variable with its value.
  private mutating func visit(package parts: ArraySlice<LispForm>) {
    var section = ""
    for part in parts {
      if let name = part.symbol, name.hasPrefix(":") {
        section = name
      } else if section == ":custom", let pair = part.elements, pair.count > 1 {
        if pair[0].symbol == variable { set(pair[1]) }
      } else {
        visit(part)
      }
    }
  }

  /// Takes the value of the variable, in place of an earlier one unless it is appended to that.
  private mutating func set(_ value: LispForm) {
    isFound = true
    if let parts = value.elements, ["append", "nconc", "cons"].contains(parts.first?.symbol) {
      if !parts.contains(where: { $0.symbol == variable }) { clear() }
      for part in parts.dropFirst() where part.symbol != variable {
        if parts[0].symbol == "cons" { add(part) } else { extend(part) }
      }
      return
    }
    clear()
    extend(value)
  }

  private mutating func clear() { (entries, remarks) = ([], []) }

  private mutating func extend(_ value: LispForm) {
    guard let list = value.quoted?.elements else { return leave(value) }
    for entry in list {
      if let part = entry.elements, [",", ",@"].contains(part.first?.symbol) {
        leave(entry)
      } else {
        entries.append(entry)
      }
    }
  }

  private mutating func add(_ value: LispForm) {
    isFound = true
    if let entry = value.quoted { entries.append(entry) } else { leave(value) }
  }

  private mutating func leave(_ form: LispForm) {
    remarks.append(
      ImportRemark(
        line: form.line, "this part of \(variable) would have to be run by Emacs, and is left out"))
  }
}
