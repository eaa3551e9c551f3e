extension Template {
  /// Returns the text of a task, with values in place of the escapes.
  ///
  /// Values of several lines are on one line where a field is, in a heading, a drawer or front matter. Elsewhere, what
  /// precedes `%i` in its line precedes each line of the value (Org manual, "Template expansion"). A line that would
  /// begin a heading of its own is indented.
  ///
  /// - Throws: `InputError` for an answer that ``check(_:for:now:)`` refuses.
  package func text(_ values: TemplateValues) throws(InputError) -> [UInt8] {
    var isFrontMatter = format == .markdown
    var out: [[UInt8]] = []
    for (index, line) in lines.enumerated() {
      var writer = TemplateLine(values: values, format: format, prompts: textPrompts)
      if index > 0, line == [.text([0x2D, 0x2D, 0x2D])] { isFrontMatter = false }
      out.append(
        isFrontMatter ? try writer.frontMatter(line) : try writer.line(line))
    }
    let isBlank = { (line: [UInt8]) in line[...].isBlankLine }
    out.removeFirst(out.prefix(while: isBlank).count)
    out.removeLast(out.reversed().prefix(while: isBlank).count)
    return Array(out.joined(separator: [0x0A])) + [0x0A]
  }
}

/// Writes a line of a template.
private struct TemplateLine {
  let values: TemplateValues
  let format: Format
  let prompts: [TemplatePrompt]

  typealias Pieces = [TemplateReader.Piece]

  // MARK: Text

  /// Writes a line of Org, or of Markdown below the front matter.
  mutating func line(_ pieces: Pieces) throws(InputError) -> [UInt8] {
    var out: [UInt8] = []
    let isField = format == .org && TemplateLine.isField(pieces)
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): out += text
      case .escape(.prompt(let prompt)) where prompt.kind == .tags:
        let next = index + 1 < pieces.count ? pieces[index + 1] : nil
        out += try tags(prompt, after: out.last, before: next)
      case .escape(let escape):
        let value = try self.value(of: escape)
        if isField {
          out += TemplateLine.joined(value).utf8
        } else {
          let before = Array(out[(out.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...])
          let lead = escape == .input ? before : []
          let lines = value.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
          for (index, line) in lines.enumerated() {
            if index > 0 { out += [0x0A] + lead }
            let isFirst = index == 0 ? before.isEmpty : lead.isEmpty
            if isFirst, TemplateLine.isHeading(line, format) { out.append(0x20) }
            out += line.last == 0x0D ? line.dropLast() : line
          }
        }
      }
    }
    return out
  }

  /// Returns true for a heading, planning, a property and a setting.
  private static func isField(_ pieces: Pieces) -> Bool {
    guard case .text(let text)? = pieces.first else { return false }
    let words = text[...].trimmingLeadingBlanks
    return text.first == 0x2A
      || [":", "#+", "SCHEDULED:", "DEADLINE:", "CLOSED:"].contains {
        words.starts(with: $0.utf8)
      }
  }

  /// Writes tags as in a heading, `:phone:home:`.
  private func tags(
    _ prompt: TemplatePrompt, after last: UInt8?, before next: TemplateReader.Piece?
  ) throws(InputError) -> [UInt8] {
    let tags = try prompt.tags(answer(to: prompt))
    guard !tags.isEmpty else { return [] }
    guard format == .org else { return Array(tags.map { "#" + $0 }.spaced.utf8) }
    var isClosed = false
    if case .text(let text)? = next { isClosed = text.first == 0x3A }
    return (last == 0x3A ? [] : [0x3A]) + tags.joined(separator: ":").utf8
      + (isClosed ? [] : [0x3A])
  }

  // MARK: Front matter

  /// Writes a line of front matter, in which a value is quoted if it has to be.
  mutating func frontMatter(_ pieces: Pieces) throws(InputError) -> [UInt8] {
    guard pieces.contains(where: { if case .escape = $0 { true } else { false } }) else {
      return pieces.flatMap { piece -> [UInt8] in
        if case .text(let text) = piece { text } else { [] }
      }
    }
    var out: [UInt8] = []
    // Where the value begins: after the key, or after the sign of a list.
    var start = 0
    var isFree = false
    var quote: UInt8?
    for piece in pieces {
      switch piece {
      case .text(let text):
        out += text
        if start == 0, let end = TemplateLine.valueStart(out) {
          start = end
          quote = end < out.count && "\"'[{|>&*!".utf8.contains(out[end]) ? out[end] : nil
        }
      case .escape(.prompt(let prompt)) where prompt.kind == .tags:
        let tags = try prompt.tags(answer(to: prompt)).map { InsertedValue.item(Text($0)) }
        let list = Array(tags.joined(separator: ", ".utf8))
        out += quote == nil ? [0x5B] + list + [0x5D] : list
      case .escape(let escape):
        let value = TemplateLine.joined(try self.value(of: escape, isField: true))
        if quote == nil {
          isFree = isFree || !TemplateLine.isDate(escape)
          out += value.utf8
        } else {
          out += InsertedValue.part(Text(value), in: quote ?? 0)
        }
      }
    }
    guard isFree, start > 0, start <= out.count else { return out }
    let value = out[start...].trimmingTrailingBlanks
    return value.isEmpty ? out : out[..<start] + InsertedValue.whole(Text(bytes: value))
  }

  private static func isDate(_ escape: TemplateEscape) -> Bool {
    switch escape {
    case .stamp: true
    case .prompt(let prompt): prompt.kind != .text
    default: false
    }
  }

  /// Returns the place of the value in `key: value` and `- value`.
  private static func valueStart(_ line: [UInt8]) -> Int? {
    let start = line[...].endOfBlanks
    if line[start...].starts(with: [0x2D, 0x20]) { return line[(start + 1)...].endOfBlanks }
    guard let colon = line.firstIndex(of: 0x3A), colon + 1 < line.count, line[colon + 1].isBlank
    else { return nil }
    return line[(colon + 1)...].endOfBlanks
  }

  // MARK: Values

  private func answer(to prompt: TemplatePrompt) -> String { values.answers[prompt.name] ?? "" }

  /// - Parameter isField: Whether the value is in front matter, where dates are as in ISO 8601.
  private func value(of escape: TemplateEscape, isField: Bool = false) throws(InputError) -> String
  {
    func date(_ moment: Timestamp, _ style: StampStyle) -> String {
      isField ? moment.iso : style.text(moment)
    }
    switch escape {
    case .stamp(let style): return date(style.moment(values.now), style)
    case .time(let format): return TimeFormat.text(of: values.now, format)
    case .prompt(let prompt):
      switch prompt.kind {
      case .text, .tags: return try prompt.text(answer(to: prompt))
      case .date(let style):
        return date(try prompt.date(answer(to: prompt), style, values.now), style)
      }
    case .answer(let number):
      let prompt = prompts[number - 1]
      return try prompt.text(answer(to: prompt))
    case .input: return values.input
    case .link(let part): return values.link?.text(part, format) ?? ""
    case .clipboard: return values.clipboard
    case .user: return values.user
    case .cursor: return values.words
    }
  }

  /// Puts the lines of a value on one line, without control characters.
  private static func joined(_ value: String) -> String {
    let lines = value.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return String(
      String.UnicodeScalarView(
        lines.map(String.init).spaced.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      ))
  }

  private static func isHeading(_ line: Substring.UTF8View, _ format: Format) -> Bool {
    let sign: UInt8 = format == .org ? 0x2A : 0x23
    return line.first == sign && line.drop { $0 == sign }.first.map(\.isBlank) ?? false
  }
}
