import TestSupport
import TasksCore

/// What must hold for any task that is written anew in the other format: what is not said to be left behind is
/// there.
enum ConversionLaws {
  static func check(_ document: any TaskDocument) {
    let task = document.task
    let conversion = try? Conversion(
      of: document, to: task.format.other,
      specification: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)", workflow: .standard)
    guard let conversion else { return }
    let new = conversion.document
    let read = try? TaskReader.read(new.bytes, path: new.task.path)
    Law.require(read?.task == new.task, "a converted file says what its task says")
    Law.require(new.task.id == task.id, "a conversion keeps the id")
    if !conversion.changesWords {
      Law.require(
        new.task.notesWords == task.notesWords,
        "a conversion keeps the words of the notes: \(task.notesWords) \(new.task.notesWords)")
    }
    let meant = expected(of: task, in: conversion)
    guard let read, read.task != meant else { return }
    Law.require(
      read.task.unordered, is: meant.unordered,
      "a conversion changes what it says alone: \(conversion.losses)", new)
  }

  /// The task with what the conversion says it did.
  private static func expected(of task: Task, in conversion: Conversion) -> Task {
    var meant = task
    let new = conversion.document.task
    meant.path = new.path
    meant.format = new.format
    meant.hasOwnID = true
    for loss in conversion.losses {
      switch loss {
      case .tag(let old, let word):
        meant.tags = meant.tags.map { $0 == old ? word : $0 }
      case .title(_, let title): meant.title = title
      case .list(_, let list): meant.list = list
      case .property(let name): meant.properties.removeAll { $0.name == name }
      case .state: meant.state = new.state
      case .lines("COMMENT"): meant.isCommented = false
      case .noteLine, .prose, .lines, .markup, .titleMarkup, .logMarkup, .repeatingDate, .comment,
        .exactTime:
        break
      }
    }
    // Markup is written in other signs: the words are looked at by themselves.
    meant.notes = new.notes
    if conversion.losses.contains(.titleMarkup) || task.words(task.title) == new.words(new.title) {
      meant.title = new.title
    }
    // A carriage return in the middle of a line stays there: the words are looked for without those of the file, too.
    let written = Text(bytes: conversion.document.bytes).withoutReturns.bytes
    meant.log = meant.log.enumerated().map { index, item in
      guard case .entry(var entry) = item, index < new.log.count,
        case .entry(let there) = new.log[index]
      else { return item }
      var note = entry.note
      if let old = note, let new = there.note,
        conversion.losses.contains(.logMarkup)
          || task.words(old) == conversion.document.task.words(new)
      {
        note = new
      }
      // Its words are there; where the moment stands, and what they are read as, is up to the format.
      if case .other(let text) = entry.kind, written.contains(text.withoutMoment) { entry = there }
      entry.note = note
      return .entry(entry)
    }
    var seen: Set<Text> = []
    meant.tags.removeAll { !seen.insert($0).inserted }
    return meant
  }
}

extension Conversion {
  /// What has no place elsewhere stands in the notes, and some words are read as something else there.
  fileprivate var changesWords: Bool {
    losses.contains { loss in
      switch loss {
      case .property, .noteLine, .prose, .lines, .comment, .markup: true
      default: false
      }
    }
  }
}

extension Task {
  /// The same of a line by itself.
  fileprivate func words(_ line: Text) -> String {
    var task = Task(id: id, path: path, format: format, title: "", state: state)
    task.notes = Text("x " + line.string)
    return task.notesWords
  }

  /// What a reader of the notes sees, without the signs of the format and blanks.
  fileprivate var notesWords: String {
    let markup = Markup(self)
    return markup.blocks.flatMap { block -> [String] in
      switch block {
      case .heading(_, _, let spans), .text(_, let spans), .quote(_, _, let spans):
        words(spans, markup.links)
      case .item(let item): words(item.spans, markup.links)
      case .code(let lines): lines.flatMap { pieces($0) }
      case .table(let table):
        table.rows.flatMap { row -> [String] in
          guard case .cells(let cells) = row else { return [] }
          return cells.flatMap { words($0, markup.links) }
        }
      case .rule: ["----"]
      case .aside(let text): asideWords(text)
      case .blank: []
      }
    }
    // A backslash may say that a line ends.
    .joined().filter { $0 != "\\" }
  }

  /// Comments have other signs, too.
  private func asideWords(_ text: Text) -> [String] {
    let first = text.string.split { $0.isWhitespace }.first ?? ""
    return first == "#" || first.hasPrefix("<!--") ? [] : pieces(text)
  }

  /// Without the signs that begin and end code.
  private func pieces(_ text: Text) -> [String] {
    text.withoutReturns.string.split { $0.isWhitespace }.compactMap { word in
      let edges = ["src", "example", "quote"].flatMap { ["#+begin_\($0)", "#+end_\($0)"] }
      if edges.contains(word.lowercased()) { return nil }
      return ["```", "~~~"].contains { word.hasPrefix($0) }
        ? String(word.drop { $0 == word.first }) : String(word)
    }
  }

  private func words(_ spans: [MarkupSpan], _ links: [MarkupLink]) -> [String] {
    joined(spans).flatMap { span -> [String] in
      switch span {
      case .text(let text), .code(let text, _): pieces(text)
      case .emphasis(_, _, let inner): words(inner, links)
      case .link(let index):
        pieces(links[index].label ?? links[index].target)
          .map { $0.hasPrefix("file:") ? String($0.dropFirst(5)) : $0 }
      }
    }
  }

  /// The spans with texts beside each other as one: an escaped character is a span of its own, and no end of a word.
  private func joined(_ spans: [MarkupSpan]) -> [MarkupSpan] {
    spans.reduce(into: []) { joined, span in
      if case .text(let text) = span, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(Text(bytes: before.bytes + text.bytes))
      } else {
        joined.append(span)
      }
    }
  }

  /// A new file writes its tags and properties in its own order, and its lines with its own ends.
  fileprivate var unordered: Task {
    var task = self
    task.tags.sort()
    task.properties.sort { ($0.name, $0.value) < ($1.name, $1.value) }
    // Blanks around a title are none of it in Org.
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let title = task.title.bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    task.title = Text(bytes: Array(title))
    task.notes = task.notes.withoutReturns
    task.log = task.log.map { item in
      guard case .entry(var entry) = item else { return item }
      entry.note = entry.note?.withoutReturns
      return .entry(entry)
    }
    return task
  }
}

extension Text {
  fileprivate var withoutReturns: Text { Text(bytes: bytes.filter { $0 != 0x0D }) }

  /// The words of an entry that another program wrote, without a moment in front of them or behind, and without the
  /// ends of lines.
  fileprivate var withoutMoment: [UInt8] {
    var words = withoutReturns.bytes[...]
    if words.last == 0x5D, let start = words.lastIndex(of: 0x5B) { words = words[..<start] }
    let isOfMoment: (UInt8) -> Bool = { (0x30...0x3A).contains($0) || $0 == 0x2D || $0 == 0x20 }
    words = words.drop(while: isOfMoment)
    while words.last == 0x20 { words.removeLast() }
    return Array(words)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: [UInt8]) -> Bool {
    guard text.count <= count else { return false }
    return (0...(count - text.count)).contains { self[$0..<($0 + text.count)].elementsEqual(text) }
  }
}
