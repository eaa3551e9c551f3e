import TasksCore
import TasksStore

/// Lists that clients make, rename and colour.
extension DAVService {
  func makeList(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    guard case .list(let segment) = path else {
      throw DAVAnswer.refusal(
        403, "lists are made in \(DAVPath.home.href)", .calDAV("calendar-collection-location-ok"))
    }
    guard snapshot.lists[segment: segment] == nil else {
      throw DAVAnswer.refusal(405, "there is a list at this address")
    }
    let body = try request.xml()
    let properties = body?.all(.set).flatMap { $0.all(.prop) }.flatMap(\.children) ?? []
    if let components = properties.first(where: { $0.name == .supportedCalendarComponentSet }) {
      guard
        components.all(.comp).contains(where: { $0.attributes["name"]?.uppercased() == "VTODO" })
      else {
        throw DAVAnswer.refusal(403, "lists hold tasks", .supportedCalendarComponent)
      }
    }
    let named = properties.first { $0.name == .displayname }?.value ?? ""
    let name = try listName(named.isEmpty ? segment.string : named)
    guard snapshot.lists[name] == nil else {
      throw DAVAnswer.refusal(403, "there is a list of this name")
    }
    var settings = ListSettings()
    settings[.dav] = segment.string
    for property in properties { _ = set(property.name, property.value, of: &settings) }
    try write("config") { _ in try [ListSettings.change([(name, settings)], in: store)] }
    return DAVAnswer(201)
  }

  /// The name of a list as tasks can have it.
  private func listName(_ text: String) throws(DAVAnswer) -> Text {
    let name = Text(text)
    guard !name.isEmpty, !name.hasControlCharacters else {
      throw .refusal(403, "'\(ControlCharacters.escaped(name))' cannot name a list")
    }
    return name
  }

  /// What clients set and fail without, and what is not kept.
  private static let ignored: Set<XMLName> = [
    .calendarTimezone, .scheduleCalendarTransp, .calendarFreeBusySet, .autoprovisioned,
    .resourcetype,
    .supportedCalendarComponentSet,
    .calDAV("default-alarm-vevent-date"), .calDAV("default-alarm-vevent-datetime"),
    .calDAV("default-alarm-vtodo-date"), .calDAV("default-alarm-vtodo-datetime"),
    "A:refreshrate", "{http://tasks.org/ns/}icon", "{http://tasks.org/ns/}x-tasks-icon",
  ]

  /// Sets a property; false if it is not known here.
  private func set(_ name: XMLName, _ value: String?, of settings: inout ListSettings) -> Bool {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    switch name {
    case .calendarColor: settings[.color] = value.map(DAVService.color)
    case .calendarOrder: settings[.order] = value
    case .calendarDescription: settings[.description] = value
    case .displayname: break
    default: return DAVService.ignored.contains(name)
    }
    return true
  }

  /// A colour as `#RRGGBB`, of what may have an alpha value (Apple) or be the name of one (RFC 7986); else as it is.
  private static func color(_ text: String) -> String {
    let names = [
      "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080",
      "white": "#ffffff", "maroon": "#800000", "red": "#ff0000", "purple": "#800080",
      "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00", "olive": "#808000",
      "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
      "aqua": "#00ffff", "orange": "#ffa500",
    ]
    if let known = names[text.lowercased()] { return known }
    let digits = text.dropFirst()
    guard text.first == "#", digits.allSatisfy(\.isHexDigit) else { return text }
    return digits.count == 8 ? String(text.prefix(7)) : text
  }

  func proppatch(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    guard let body = try request.xml(), body.name == .propertyupdate else {
      throw DAVAnswer.refusal(400, "the body is no propertyupdate")
    }
    var asked: [(name: XMLName, value: String?)] = []
    for part in body.children {
      for property in part.all(.prop).flatMap(\.children) {
        asked.append((property.name, part.name == .remove ? nil : property.value))
      }
    }
    var refused: Set<XMLName> = []
    var renamed: Text?
    var list: DAVList?
    if case .list(let segment) = path {
      let found = try self.list(segment, request)
      var settings = found.settings
      for (name, value) in asked where !set(name, value, of: &settings) { refused.insert(name) }
      if let value = asked.last(where: { $0.name == .displayname })?.value {
        let name = try listName(value)
        if found.name == nil || snapshot.lists[name].map({ $0 != found }) ?? false {
          refused.insert(.displayname)
        } else if name != found.name {
          renamed = name
          settings[.dav] = found.segment.string
        }
      }
      if refused.isEmpty { try change(found, settings, renamed) }
      list = found
    } else {
      if case .task = path { _ = try entry(path, request) }
      refused = Set(asked.map(\.name)).subtracting(DAVService.ignored)
    }
    let href = (list?.path ?? path).href
    return DAVAnswer.multistatus { writer in
      writer.response(href) { writer in
        writer.propstat(403, of: asked.map(\.name).filter(refused.contains))
        // All or nothing (RFC 4918, 9.2).
        let others = asked.map(\.name).filter { !refused.contains($0) }
        writer.propstat(refused.isEmpty ? 200 : 424, of: others)
      }
    }
  }

  private func change(_ list: DAVList, _ settings: ListSettings, _ name: Text?) throws {
    if settings == list.settings, name == nil { return }
    try write("config") { reading in
      guard let name else { return [try ListSettings.change([(list.name, settings)], in: store)] }
      let ids = snapshot.entries.filter { $0.list == list.name }.map(\.id)
      let documents = try ids.filter { reading.task(withID: $0) != nil }
        .map { try reading.document($0.text.string) }
      return documents.map { .edit($0, [.field(.list, .text(name))]) }
        + [try ListSettings.change([(list.name, nil), (name, settings)], in: store)]
    }
  }
}
