/// Something of the old file that the converted one does not have, or has in another form.
public enum ConversionLoss: Hashable, Sendable {
  /// A tag that Org cannot have, and what stands in its place.
  case tag(Text, became: Text)
  /// A title that Org would read as something else, and what stands in its place.
  case title(Text, became: Text)
  /// A list that is given as a link to a note, and the name that the link shows.
  case list(Text, became: Text)
  /// A property whose name or value the new format cannot hold: it stands in the notes now.
  case property(Text)
  /// A state that the new file cannot name: the task has another one now.
  case state(Text, became: Text)
  /// A line of text before the task's heading: it stands in the notes now.
  case prose(Text)
  /// Lines of settings or nested values, and counts in the title, left behind.
  case lines(Text)
  /// A comment behind a value: on a line of its own now.
  case comment(Text)
  /// A date with seconds or a zone, which Org has no place for.
  case exactTime(Text)
  /// A line of the notes that would be read as structure, and what stands in its place.
  case noteLine(Text, became: Text)
  /// Markup (`links`, `headings`, …) of which the new format does not say the same.
  case markup(String)
  /// Links, emphasis or other signs of the title of which the new format does not say the same.
  case titleMarkup
  /// The same of the log's notes.
  case logMarkup
  /// Dates that repeat, and where: the new format does not move them.
  case repeatingDate(in: Text)
}

extension ConversionLoss {
  static func place(ofProperty name: Text) -> Text {
    Text(bytes: Array("the property ".utf8) + name.bytes)
  }
}

extension ConversionLoss: CustomStringConvertible {
  /// In plain words, for the person who asked for the conversion.
  public var description: String {
    switch self {
    case .tag(let old, let new): "the tag “\(old)” became “\(new)”"
    case .title(let old, let new): "the title “\(old)” became “\(new)”"
    case .list(let old, let new): "the list “\(old)” became “\(new)”"
    case .property(let name): "the property \(name) stands in the notes now"
    case .state(let old, let new): "the state “\(old)” became “\(new)”"
    case .prose(let line): "the line “\(line)” stands in the notes now"
    case .lines(let line): "left behind: \(line)"
    case .comment(let comment): "the comment “\(comment)” stands on a line of its own now"
    case .exactTime(let line): "seconds and zone are left behind of \(line)"
    case .noteLine(let old, let new): "the line “\(old)” became “\(new)”"
    case .markup(let name): "read in another way now: \(name) of the notes"
    case .logMarkup: "read in another way now: signs in the notes of the log"
    case .titleMarkup: "read in another way now: signs in the title"
    case .repeatingDate(let place): "dates in \(place) no longer repeat"
    }
  }
}
