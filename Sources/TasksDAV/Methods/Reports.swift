import TasksCore
import TasksExchange
import TasksStore

extension DAVService {
  func report(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    guard let element = try request.xml() else {
      throw DAVAnswer.refusal(400, "a report needs a body")
    }
    guard case .list(let segment) = path else {
      throw DAVAnswer.refusal(403, "reports are of lists")
    }
    let list = try list(segment, request)
    let asked = AskedProperties(element, isBrief: request.isBrief)
    guard element[.prop]?[.calendarData]?[.expand] == nil else {
      throw DAVAnswer.refusal(403, "dates are not expanded here", .supportedFilter)
    }
    switch element.name {
    case .calendarMultiget: return try multiget(element, asked)
    case .calendarQuery: return try query(element, list, asked)
    case .syncCollection: return try sync(element, request, list, asked)
    default: throw DAVAnswer.refusal(403, "this report is not known", .dav("supported-report"))
    }
  }

  private func multiget(_ element: XMLElement, _ asked: AskedProperties) throws -> DAVAnswer {
    let rows = element.all(.href).map { href -> DAVRow in
      let entry = DAVPath(href.value).flatMap { snapshot.entry(at: $0) }
      return entry.map(DAVRow.task) ?? .gone(href.value)
    }
    return try told(of: rows, asked)
  }

  private func query(
    _ element: XMLElement, _ list: DAVList, _ asked: AskedProperties
  ) throws -> DAVAnswer {
    let filter = try CalendarFilter(element[.filter])
    let entries = try filter.matches(among: snapshot.members(of: list), context, texts)
    return try told(of: entries.map(DAVRow.task), asked)
  }

  // MARK: Sync

  private func sync(
    _ element: XMLElement, _ request: DAVRequest, _ list: DAVList, _ asked: AskedProperties
  ) throws -> DAVAnswer {
    guard try request.depth(usually: .zero) != .infinity, element[.syncLevel]?.value != "infinite"
    else {
      throw DAVAnswer.refusal(
        403, "changes are told of one level", .syncTraversalSupported)
    }
    let token = try SyncToken(element[.syncToken]?.value ?? "")
    let limit = element[.limit]?[.nresults].flatMap { Int($0.value) }
    var changes = try changes(in: list, since: token)
    var next = snapshot.token
    var isCut = false
    // What the client has already comes besides: the next answer goes on from the present state.
    let again = changes.prefix { change in token.name.map { change.name.string <= $0 } ?? false }
      .count
    if let limit, limit > 0, changes.count - again > limit {
      changes = Array(changes.prefix(again + limit))
      isCut = true
      next = token.continued(
        after: changes[changes.count - 1].name.string, at: snapshot.tree, day: snapshot.day)
    }
    let rows = changes.map { change -> DAVRow in
      let gone = DAVPath.task(list: list.segment, name: change.name).href
      return change.entry.map(DAVRow.task) ?? .gone(gone)
    }
    return try told(of: rows, asked) { [next, isCut] writer in
      if isCut { writer.response(list.path.href, status: 507) }
      writer.element(.syncToken, text: next)
    }
  }

  /// What differs in a list since a token, by name: members, and names at which there is none.
  private func changes(
    in list: DAVList, since token: SyncToken
  ) throws -> [(name: Text, entry: DAVSnapshot.Entry?)] {
    var found: [Text: DAVSnapshot.Entry?] = [:]
    if let old = token.old {
      for (name, entry) in try changes(in: list, from: old) {
        found.updateValue(entry, forKey: name)
      }
      // Finished tasks leave by age.
      if let day = token.day, day < snapshot.day, let days = snapshot.doneDays {
        let left = day - days..<snapshot.day - days + 1
        for entry in snapshot.entries
        where entry.list == list.name && !entry.isMember && entry.closed.map(left.contains) == true
        {
          found.updateValue(nil, forKey: entry.name)
        }
      }
    } else {
      for entry in snapshot.members(of: list) { found.updateValue(entry, forKey: entry.name) }
    }
    if let last = token.name {
      found = found.filter { $0.key.string > last }
      // What has changed since the answer before, among the names that the client has.
      if let now = token.now {
        for (name, entry) in try changes(in: list, from: now) where name.string <= last {
          found.updateValue(entry, forKey: name)
        }
      }
    }
    return found.ordered { $0.key.string < $1.key.string }.map { ($0.key, $0.value) }
  }

  private func changes(
    in list: DAVList, from tree: String
  ) throws -> [(name: Text, entry: DAVSnapshot.Entry?)] {
    if tree == snapshot.tree { return [] }
    guard let differences = try store.differences(from: tree, to: snapshot.tree) else {
      throw DAVAnswer.refusal(
        403, "the token is of no state that is known here", .validSyncToken)
    }
    var changes: [(name: Text, entry: DAVSnapshot.Entry?)] = []
    var past: [(blob: String, path: String)] = []
    for (path, old, _) in differences {
      let entry = snapshot.entry(atFile: path)
      if let entry, entry.isMember, entry.list == list.name {
        changes.append((entry.name, entry))
      } else if let entry {
        changes.append((entry.name, nil))
      }
      // It may have had another name, or may be gone with its file.
      if let old, entry == nil || entry?.blob != old { past.append((old, path)) }
    }
    let told = Set(changes.map(\.name))
    for document in try store.documents(ofVersions: past) {
      guard let task = document?.task else { continue }
      let name = task.property(named: DoorNames.name) ?? DAVPath.name(of: task.id)
      if !told.contains(name), task.list == list.name, snapshot.entry(id: task.id)?.name != name {
        changes.append((name, nil))
      }
    }
    return changes
  }
}

/// A token of a client: the tree of the state that it has, and where an answer that was cut goes on.
struct SyncToken {
  private static let scheme = "urn:tasks:sync:"

  /// Nil for the beginning.
  let old: String?
  let day: Int?
  /// The tree of the state when an answer was cut, and the last name that it had.
  let now: String?
  let name: String?

  /// - Throws: 403 for a text that is no token of ours.
  init(_ text: String) throws(DAVAnswer) {
    if text.isEmpty {
      (old, day, now, name) = (nil, nil, nil, nil)
      return
    }
    let parts = text.dropFirst(SyncToken.scheme.count).split(
      separator: ":", maxSplits: 3, omittingEmptySubsequences: false
    ).map(String.init)
    let trees = [parts.first, parts.count > 2 ? parts[2] : nil].compactMap(\.self)
    guard text.hasPrefix(SyncToken.scheme), parts.count == 2 || parts.count == 4,
      let day = Int(parts[1]), (0...10_000_000).contains(day),
      trees.allSatisfy({ $0.isEmpty || $0.allSatisfy(\.isHexDigit) && [40, 64].contains($0.count) })
    else { throw .refusal(403, "the token is none of this store", .validSyncToken) }
    old = parts[0].isEmpty ? nil : parts[0]
    self.day = day
    now = parts.count == 4 ? parts[2] : nil
    name = parts.count == 4 ? parts[3] : nil
  }

  func continued(after name: String, at tree: String, day: Int) -> String {
    "\(SyncToken.scheme)\(old ?? ""):\(self.day ?? day):\(tree):\(name)"
  }
}
