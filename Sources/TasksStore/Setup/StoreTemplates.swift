import Platform
import TasksCore
import Templates

/// The capture templates of a store: its files `.tasks/templates/NAME.org` and `NAME.md`, and those that the program
/// brings along, of which a file of the same name takes the place.
package struct StoreTemplates {
  static let folder = ".tasks/templates"
  /// The template of words that name none.
  private static let usual = "todo"
  private let store: TaskStore

  package init(of store: TaskStore) { self.store = store }

  /// The names, those of the store's own files first.
  var names: [String] {
    var names: [String] = []
    for name in files.map(\.name) + Templates.capture.map(\.name) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// The files by name. Of two with the same name, the one in the store's format counts.
  private var files: [(name: String, format: Format)] {
    let found = File.names(in: store.root + "/" + StoreTemplates.folder) ?? []
    let files = found.compactMap { file -> (name: String, format: Format)? in
      guard file.kind == .regular, !file.name.hasPrefix("."), let format = Format(path: file.name)
      else { return nil }
      return (String(file.name.dropLast(format.rawValue.count + 1)), format)
    }
    let usual = store.settings.format
    return files.ordered {
      ($0.name, $0.format == usual ? 0 : 1) < ($1.name, $1.format == usual ? 0 : 1)
    }
  }

  /// Returns all templates. One that cannot be used is named on the way and left out.
  package func all() -> [Template] {
    names.compactMap { name in
      do {
        return try named(name)
      } catch {
        store.context.say(StoreError(error).description)
        return nil
      }
    }
  }

  /// Returns a template.
  ///
  /// - Throws: `invalid` if there is none of that name, or if it cannot be used.
  package func named(_ name: String) throws(StoreError) -> Template {
    if let file = files.first(where: { $0.name == name }) {
      return try own(name, file.format)
    }
    let shipped = Templates.capture.first { $0.name == name }
    guard let shipped else {
      let near = NearestWord.to(name, among: names).map {
        "; did you mean '\(StoreTemplates.shown($0))'?"
      }
      throw .invalid(
        "there is no template '\(StoreTemplates.shown(name))'"
          + (near ?? "; tasks capture --list shows those there are"))
    }
    let format = store.settings.format
    let text = inKeywords(format == .org ? shipped.org : shipped.markdown)
    return try parsed(name, format, text, isShipped: true)
  }

  /// Returns the template that the first word names, and the words after it; of words that name none, `todo` and all of
  /// them.
  ///
  /// - Returns: Also the template that the first word may have been meant to name.
  /// - Throws: `invalid` for a template that cannot be used.
  package func chosen(
    by words: [String]
  ) throws(StoreError) -> (template: Template, words: [String], near: String?) {
    guard let first = words.first else { return (try named(StoreTemplates.usual), [], nil) }
    let names = names
    if names.contains(first) { return (try named(first), Array(words.dropFirst()), nil) }
    // A short word before others is more likely the beginning of a title: Buy is near bug.
    let isDoubtful = words.count == 1 || first.count > 4
    let near = isDoubtful ? NearestWord.to(first.lowercased(), among: names) : nil
    return (try named(StoreTemplates.usual), words, near)
  }

  private func own(_ name: String, _ format: Format) throws(StoreError) -> Template {
    let path = "\(StoreTemplates.folder)/\(name).\(format.rawValue)"
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try StoreFile.read(store.root + "/" + path, limit: Template.largestFile)
    } catch {
      throw .unreadable(path: path, error)
    }
    return try parsed(name, format, bytes, isShipped: false)
  }

  private func parsed(
    _ name: String, _ format: Format, _ bytes: [UInt8], isShipped: Bool
  ) throws(StoreError) -> Template {
    do throws(TemplateError) {
      return try Template(name, format, bytes, isShipped: isShipped)
    } catch {
      throw .invalid(
        "the template '\(StoreTemplates.shown(name))' cannot be used: \(error.message)")
    }
  }

  /// Returns the text of a shipped template with the keywords of a store that has others.
  private func inKeywords(_ bytes: [UInt8]) -> [UInt8] {
    let workflow = store.settings.workflow
    let first = workflow["TODO"] == nil ? workflow.first : nil
    let last = workflow["DONE"] == nil ? workflow.keywords.first { $0.state.isDone }?.state : nil
    var lines = Text(bytes: bytes).lines
    for (index, line) in lines.enumerated() {
      let line = line.string
      for (old, new) in [("TODO", first), ("DONE", last)] {
        guard let new = new?.keyword.string else { continue }
        if line == "status: \(old.lowercased())" { lines[index] = Text("status: \(new)") }
        if line.hasPrefix("* \(old) ") { lines[index] = Text("* \(new)\(line.dropFirst(6))") }
      }
    }
    return Array(lines.map(\.bytes).joined(separator: [0x0A]))
  }

  private static func shown(_ name: String) -> String { ControlCharacters.escaped(Text(name)) }

  /// Writes templates in one commit.
  ///
  /// - Returns: The names of those written; one whose name is taken by a file of another content is not.
  package func add(_ templates: [(name: String, text: [UInt8])], dryRun: Bool) throws -> [String] {
    var written: [String] = []
    let changes = templates.compactMap { name, text -> Change? in
      let path = "\(StoreTemplates.folder)/\(name).org"
      if files.contains(where: { $0.name == name }) { return nil }
      written.append(name)
      return .restore(path: path, content: text)
    }
    let subject = "capture: import \(written.count.counted("template"))"
    let write = StoreWrite(store: store, verb: "capture", subject: subject)
    if !changes.isEmpty {
      _ = try dryRun ? write.preview { _ in changes } : write.run { _ in changes }
    }
    return written
  }
}
