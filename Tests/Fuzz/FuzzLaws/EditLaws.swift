import TestSupport
import TasksCore

/// What must hold for any edit of any file: it changes its own field and no other, and a second edit takes it back.
enum EditLaws {
  private static let parts = 4

  static func check(_ document: any TaskDocument) {
    // Each file meets a part of the edits, which follows from its bytes: so more files are met.
    let hash = document.bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let part = Int(hash >> 8) % parts
    for (index, edit) in document.task.probes(document.workflow).enumerated()
    where index % parts == part { check(edit, document) }
  }

  private static func check(_ edit: Edit, _ document: some TaskDocument) {
    guard let edited = document.after(edit) else { return }
    // A carriage return that ends the file, or the notes, belongs to the end of its line once a line end follows.
    if [document.bytes, edited.bytes, document.task.notes.bytes].contains(where: { $0.last == 0x0D }
    ) {
      return
    }
    require(edited, says: document.task.applying(edit), after: edit, of: document)
    let twice = edited.after(edit)
    // The lines of others in a log have a place, but no time to order ours by.
    if case .log = edit, edited.task.log.contains(where: \.isForeign) {
      Law.require(
        twice.map { $0.task.log.count == edited.task.log.count } ?? true, "a log set twice: \(edit)"
      )
    } else {
      Law.require(twice.map { $0.bytes == edited.bytes } ?? true, "an edit made twice: \(edit)")
    }
    let inverse = edit.inverse(in: document.task)
    // A value that could not be read goes for good when its field is set.
    guard document.task.applying(edit).applying(inverse).isSame(as: document.task),
      let back = edited.after(inverse)
    else { return }
    require(back, says: document.task, after: inverse, of: document)
    if document.isRestored(by: inverse, after: edit) {
      Law.require(
        back.bytes == document.bytes,
        "an edit and its inverse: \(edit), \(inverse)", back)
      return
    }
    // A value may be written in more than one way, and which one stood there is not known any more once another
    // stands there; its place neither, where another key gave way to it. From then on the bytes come back.
    guard let second = back.after(edit)?.after(inverse), second.bytes != back.bytes else { return }
    let third = second.after(edit)?.after(inverse)
    Law.require(
      third?.bytes == second.bytes, "an edit and its inverse, twice: \(edit), \(inverse)", second)
  }

  /// The edited file says what the edited task says.
  private static func require(
    _ edited: some TaskDocument, says expected: Task, after edit: Edit, of old: some TaskDocument
  ) {
    if edited.task == expected { return }
    var (read, meant) = (edited.task.unordered, expected.unordered)
    if read.format == .markdown {
      let names = edit.names(in: .markdown)
      meant.properties.removeAll { property in
        names.contains(property.name.string.lowercased())
          && read.property(named: property.name) == nil
      }
    }
    // A rule that no repeater could say for the old date may be one for the new, and says `+1w` as `++1w`.
    switch edit {
    case .scheduled, .deadline:
      if meant.scheduled?.repeater?.kind == .cumulate {
        meant.scheduled?.repeater?.kind = read.scheduled?.repeater?.kind ?? .cumulate
      }
      if meant.deadline?.repeater?.kind == .cumulate {
        meant.deadline?.repeater?.kind = read.deadline?.repeater?.kind ?? .cumulate
      }
      if expected.property(named: "recurrence") != nil, read.property(named: "recurrence") == nil {
        meant.scheduled?.repeater = read.scheduled?.repeater
        meant.deadline?.repeater = read.deadline?.repeater
      }
    default: break
    }
    // A title of nothing but a cookie counts the boxes of the notes.
    if case .notes = edit, old.task.format == .org, old.task.title.isCookies {
      meant.title = read.title
    }
    // The lines of others are written as they came, and one of their words may then be read as ours.
    if case .log = edit, meant.log.contains(where: \.isForeign) { meant.log = read.log }
    if old.mayHaveSettingsInNotes {
      switch edit {
      case .notes:
        (read.tags, read.list) = (meant.tags, meant.list)
      case .tags, .field(.list, _), .deleted: read.notes = meant.notes
      default: break
      }
    }
    Law.require(read, is: meant, "an edit changes its field alone: \(edit)", edited)
  }
}

extension Task {
  fileprivate func isSame(as other: Task) -> Bool {
    self == other || unordered == other.unordered
  }

  /// With what is a set in one order, and with what the format sorts in its own way: a new entry goes into the
  /// drawer, wherever it belongs among those outside of it.
  fileprivate var unordered: Task {
    var task = self
    task.tags.sort()
    task.properties.sort { ($0.name, $0.value) < ($1.name, $1.value) }
    task.log.sort { "\($0)" < "\($1)" }
    return task
  }
}

extension Text {
  /// Whether it is made of `[1/3]`, `[33%]` and blanks.
  fileprivate var isCookies: Bool {
    let rest = string.replacing(/\[[0-9]*(%|\/[0-9]*)\]/, with: "")
    return rest != string && rest.allSatisfy { $0 == " " || $0 == "\t" }
  }
}

extension LogItem {
  fileprivate var isForeign: Bool { if case .other = entry?.kind { true } else { false } }
}

extension TaskDocument {
  /// Org's settings of the file may stand in the notes, and are both.
  fileprivate var mayHaveSettingsInNotes: Bool {
    task.format == .org && task.notes.string.contains("#+")
  }
}
