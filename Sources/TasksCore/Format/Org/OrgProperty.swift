/// The properties that store fields of a task, with the parsing of their values.
///
/// A value that cannot be parsed leaves the field empty and stays among the task's other properties.
enum OrgProperty: String, CaseIterable {
  // In the order of a new drawer. RANK, which changes most often, is between two that never change, so that it
  // stays apart from other changes even in a merge by lines.
  case id = "ID"
  case rank = "RANK"
  case created = "CREATED"
  case list = "CATEGORY"
  case effort = "Effort"
  case parent = "PARENT"
  case blockers = "BLOCKER"
  case reminders = "REMIND"
  case important = "IMPORTANT"
  case firstAlert = "APPT_WARNTIME"
  case secondAlert = "APPT_WARNTIME2"
  case placeName = "LOCATION"
  case coordinates = "GEO"
  case radius = "LOCATION_RADIUS"
  case lastRepeat = "LAST_REPEAT"
  case deleted = "DELETED"

  /// Names of special properties, which Org computes itself: a property with such a name would never be read.
  static let reserved: [Text] = [
    "ALLTAGS", "BLOCKED", "CLOCKSUM", "CLOCKSUM_T", "CLOSED", "DEADLINE", "FILE", "ITEM",
    "PRIORITY",
    "SCHEDULED", "TAGS", "TIMESTAMP", "TIMESTAMP_IA", "TODO",
  ]

  static func named(_ name: Text) -> OrgProperty? { named(name.bytes[...]) }

  /// The field with this property name, ignoring case.
  static func named(_ name: some ByteSlice) -> OrgProperty? {
    func one(_ property: OrgProperty, _ key: StaticString) -> OrgProperty? {
      name.isSame(as: key) ? property : nil
    }
    switch name.count {
    case 2: return one(.id, "ID")
    case 3: return one(.coordinates, "GEO")
    case 4: return one(.rank, "RANK")
    case 6:
      return one(.effort, "EFFORT") ?? one(.parent, "PARENT") ?? one(.reminders, "REMIND")
    case 7: return one(.created, "CREATED") ?? one(.blockers, "BLOCKER") ?? one(.deleted, "DELETED")
    case 8: return one(.list, "CATEGORY") ?? one(.placeName, "LOCATION")
    case 9: return one(.important, "IMPORTANT")
    case 11: return one(.lastRepeat, "LAST_REPEAT")
    case 13: return one(.firstAlert, "APPT_WARNTIME")
    case 14: return one(.secondAlert, "APPT_WARNTIME2")
    case 15: return one(.radius, "LOCATION_RADIUS")
    default: return nil
    }
  }

  /// Its position in a new drawer, from 0.
  var place: Int { OrgProperty.allCases.firstIndex(of: self) ?? OrgProperty.lastPlace }

  /// The position of a property in a new drawer; unknown ones come last.
  static func place(of name: some ByteSlice) -> Int { named(name)?.place ?? lastPlace }

  static let lastPlace = allCases.count

  /// Sets the field from a property value; returns false if the value cannot be parsed.
  func read(_ bytes: some ByteSlice, into task: inout Task) -> Bool {
    switch self {
    case .id:
      guard let id = TaskID(Text(bytes: bytes)) else { return false }
      task.id = id
      task.hasOwnID = true
    case .rank: return set(Rank(bytes)) { task.rank = $0 }
    case .created: return set(OrgStamp.moment(in: bytes)) { task.created = $0 }
    case .list: return set(bytes.isEmpty ? nil : Text(bytes: bytes)) { task.list = $0 }
    case .effort: return set(OrgDuration.minutes(bytes)) { task.effort = $0 }
    case .parent: return set(OrgProperty.ids(bytes).first) { task.parent = $0 }
    case .blockers:
      guard let ids = OrgProperty.blockers(bytes) else { return false }
      task.blockers = ids
    case .reminders:
      guard let moments = OrgProperty.moments(bytes) else { return false }
      task.reminders = moments
    case .important:
      guard bytes.elementsEqual([0x74]) else { return false }
      task.isImportant = true
    case .firstAlert: return set(OrgStamp.number(bytes)) { task.firstAlert = $0 }
    case .secondAlert: return set(OrgStamp.number(bytes)) { task.secondAlert = $0 }
    case .placeName: return set(bytes.isEmpty ? nil : Text(bytes: bytes)) { task.place.name = $0 }
    case .coordinates:
      return set(Place.Coordinates(Text(bytes: bytes).string)) { task.place.coordinates = $0 }
    case .radius: return set(OrgStamp.number(bytes)) { task.place.radius = $0 }
    case .lastRepeat: return set(OrgStamp.moment(in: bytes)) { task.lastRepeat = $0 }
    case .deleted: return set(OrgStamp.moment(in: bytes)) { task.deleted = $0 }
    }
    return true
  }

  private func set<Value>(_ value: Value?, _ store: (Value) -> Void) -> Bool {
    guard let value else { return false }
    store(value)
    return true
  }

  /// Parses ids: `id:b3x9…`, `[[id:b3x9…]]` or the bare id, separated by blanks. Other words are skipped.
  static func ids(_ bytes: some ByteSlice) -> [TaskID] {
    bytes.split { $0.isBlank }.compactMap { id($0) }
  }

  static func id(_ word: some ByteSlice) -> TaskID? {
    var word = word
    if word.hasPrefix("[["), let close = word.firstIndex(of: 0x5D) {
      word = word[..<close].dropFirst(2)
    }
    if word.first == 0x22, word.last == 0x22, word.count > 2 {
      word = word.dropFirst().dropLast()
    }
    if word.hasPrefix("id:") { word = word.dropFirst(3) }
    return TaskID(Text(bytes: word))
  }

  /// Parses `ids(c4… d5…)`, the only form of org-edna's conditions that is a plain list of tasks.
  private static func blockers(_ bytes: some ByteSlice) -> [TaskID]? {
    let text = bytes.trimmingBlanks
    guard text.hasPrefix("ids("), text.last == 0x29 else { return nil }
    let inside = text.dropFirst(4).dropLast()
    guard !inside.contains(where: { $0 == 0x28 || $0 == 0x29 }) else { return nil }
    let found = ids(inside)
    return found.isEmpty ? nil : found
  }

  /// Parses one or more timestamps.
  private static func moments(_ bytes: some ByteSlice) -> [Timestamp]? {
    reminders(bytes)?.map(\.moment)
  }

  /// Parses a REMIND property: each date with its byte range and its timestamp, which is nil for a plain ISO
  /// date.
  static func reminders(
    _ bytes: some ByteSlice
  ) -> [(moment: Timestamp, range: Range<Int>, stamp: OrgStamp?)]? {
    var found: [(moment: Timestamp, range: Range<Int>, stamp: OrgStamp?)] = []
    var rest = bytes.trimmingBlanks
    while !rest.isEmpty {
      if let stamp = OrgStamp(at: rest) {
        found.append((stamp.planning.start, stamp.range, stamp))
      } else {
        let word = rest.prefix { !$0.isBlank && $0 != 0x2C }
        guard let moment = Timestamp(iso: word) else { return nil }
        found.append((moment, word.startIndex..<word.endIndex, nil))
      }
      rest = rest[(found.last?.range.upperBound ?? rest.endIndex)...].drop {
        $0.isBlank || $0 == 0x2C
      }
    }
    return found.isEmpty ? nil : found
  }
}
