import TasksCore
import TasksStore

/// The segment of a list in paths. It is of ASCII: umlauts, blanks and `+` in paths break clients.
package enum ListSegment {
  /// That of the tasks without a list.
  package static let noList: Text = "no-list"

  /// Returns the segment of a list for which no client has chosen one: its name, or a short form of it.
  package static func of(_ list: Text) -> Text {
    let bytes = list.bytes
    let isPlain = bytes.allSatisfy {
      $0.isDigit || $0 == 0x2D || $0 == 0x5F || (0x61...0x7A).contains($0)
    }
    // Nor may it look like the short form of another name.
    let end = bytes.suffix(7)
    let isShort =
      end.count == 7 && end.first == 0x2D
      && end.dropFirst().allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    let isUsable = isPlain && (1...40).contains(bytes.count) && list != noList && !isShort
    return isUsable ? list : Text(short(list))
  }

  /// Returns the slug of a text, `-`, and six hexadecimal digits of its SHA-256.
  ///
  /// - Parameter attempt: Over 0, another text of the same kind.
  static func short(_ text: Text, attempt: Int = 0) -> String {
    let bytes = text.bytes + [UInt8](repeating: 0, count: attempt)
    return "\(TaskPath.slug(text))-\(digits(of: bytes, count: 6))"
  }

  /// Returns the first hexadecimal digits of a SHA-256.
  ///
  /// - Parameter count: Even.
  static func digits(of bytes: [UInt8], count: Int) -> String {
    SHA256.digest(of: bytes).prefix(count / 2)
      .map { String(Int($0) | 256, radix: 16).dropFirst() }.joined()
  }
}

/// A list as clients see it.
package struct DAVList: Hashable, Sendable {
  /// Nil for that of the tasks without a list.
  package let name: Text?
  package let segment: Text
  package let settings: ListSettings

  package var path: DAVPath { .list(segment) }
}

/// The lists there are: those that tasks have, and those that a client has made and no task has yet.
package struct DAVLists: Sendable {
  /// That of the tasks without a list first, then by name.
  package let all: [DAVList]
  private let places: [Text: Int]

  /// - Parameter settings: As the store has them (``ListSettings/all(of:)``).
  package init(_ names: some Sequence<Text>, _ settings: [Text: ListSettings]) {
    let made = settings.filter { $0.value[.dav] != nil && !$0.key.isEmpty }.keys
    let names = Set(names).union(made).sorted()
    let settingsOf = { (name: Text) in settings[Text(name.string)] ?? ListSettings() }
    var taken: Set = [ListSegment.noList]
    var segments: [Text: Text] = [:]
    // What a client has chosen comes first: other lists make way.
    for name in names {
      guard let chosen = settingsOf(name)[.dav].map({ Text($0) }), DAVPath.isName(chosen),
        taken.insert(chosen).inserted
      else { continue }
      segments[name] = chosen
    }
    for name in names where segments[name] == nil {
      var (segment, attempt) = (ListSegment.of(name), 0)
      while !taken.insert(segment).inserted {
        segment = Text(ListSegment.short(name, attempt: attempt))
        attempt += 1
      }
      segments[name] = segment
    }
    let others = names.map {
      DAVList(name: $0, segment: segments[$0] ?? $0, settings: settingsOf($0))
    }
    let first = DAVList(name: nil, segment: ListSegment.noList, settings: settingsOf(""))
    all = [first] + others
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.segment, $0) })
  }

  /// The list of a segment.
  package subscript(segment segment: Text) -> DAVList? { places[segment].map { all[$0] } }

  package subscript(name: Text?) -> DAVList? { all.first { $0.name == name } }
}
