/// Notes divided into plain text and the OpenPGP messages in it, each in lines of its own and perhaps indented (The Org
/// Manual, "Org Crypt"; RFC 9580, 6.2).
package struct ArmoredNotes {
  package enum Part: Hashable {
    /// Without blank lines at both ends; never empty.
    case text(Text)
    /// Not indented; ends with a line end.
    case message([UInt8])
  }

  /// The first line of a message, and the last one.
  static let head = Array("-----BEGIN PGP MESSAGE-----".utf8)
  static let tail = Array("-----END PGP MESSAGE-----".utf8)

  package private(set) var parts: [Part] = []
  /// Whether the last message has no end.
  package private(set) var isCutOff = false

  package init(_ notes: Text) {
    var text: [Text] = []
    var message: [UInt8]?
    for line in notes.lines {
      let bytes = line.bytes[...].trimmingBlanks
      if message == nil, bytes.elementsEqual(ArmoredNotes.head) {
        add(text)
        text = []
        message = []
      }
      guard var lines = message else {
        text.append(line)
        continue
      }
      lines += bytes.filter { $0 != 0x0D } + [0x0A]
      message = lines
      guard bytes.elementsEqual(ArmoredNotes.tail) else { continue }
      parts.append(.message(lines))
      message = nil
    }
    add(text)
    if let message {
      isCutOff = true
      parts.append(.message(message))
    }
  }

  private mutating func add(_ lines: [Text]) {
    let text = Text.joining(lines).trimmingBlankLines
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The message, if there is nothing else.
  var onlyMessage: [UInt8]? {
    guard parts.count == 1, case .message(let message) = parts[0] else { return nil }
    return message
  }

  /// The messages alone.
  var messages: [[UInt8]] {
    parts.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }

  /// Notes made of parts, with a blank line between them.
  static func notes(of parts: [Part]) -> Text {
    let texts = parts.map { part in
      switch part {
      case .text(let text): text.bytes
      case .message(let message): Text(bytes: message).trimmingBlankLines.bytes
      }
    }
    return Text(bytes: Array(texts.joined(separator: [0x0A, 0x0A])))
  }
}

extension Task {
  /// The tag of a task whose notes are, or are to be, encrypted.
  package static let cryptTag: Text = "crypt"

  package var hasEncryptedNotes: Bool { !notes.isEmpty && notes.hasMessage }

  package var hasNotesToEncrypt: Bool {
    !notes.isEmpty && tags.contains(Task.cryptTag)
      && ArmoredNotes(notes).parts.contains { if case .text = $0 { true } else { false } }
  }

  /// Whether the notes are what two devices made of encrypted notes, one part after the other, since they could not be
  /// read where they were merged.
  package var hasUnmergedMessages: Bool {
    hasEncryptedNotes && ArmoredNotes(notes).parts.count > 1
  }
}

extension Task {
  /// The task with a word in place of each message in its notes.
  package var withoutMessages: Task {
    guard hasEncryptedNotes else { return self }
    var task = self
    task.notes = notes.withoutMessages
    return task
  }
}

extension Text {
  /// Whether one of the lines begins an OpenPGP message.
  package var hasMessage: Bool {
    withBytes { text in
      ByteLines(text).contains {
        text[$0.content].trimmingBlanks.elementsEqual(ArmoredNotes.head)
      }
    }
  }
}

extension Text {
  /// The same text with a word in place of each OpenPGP message; one without an end goes up to the end of the text.
  package var withoutMessages: Text {
    guard hasMessage else { return self }
    let parts = ArmoredNotes(self).parts.map { part in
      if case .message = part { ArmoredNotes.Part.text("[encrypted]") } else { part }
    }
    return ArmoredNotes.notes(of: parts)
  }
}
