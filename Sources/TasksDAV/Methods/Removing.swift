import TasksCore
import TasksExchange
import TasksStore

extension DAVService {
  func delete(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    switch path {
    case .task:
      let entry = try entry(path, request)
      if let header = request["If-Match"], !ETags(header).isAny {
        guard let blobs = ETags(header).blobs,
          try blobs.contains(where: {
            try isVersion($0, of: entry) || !store.hasObject($0)
          })
        else {
          throw missing
        }
      }
      try trash([entry.id]) { try keeping(entry) }
    case .list(let segment):
      let list = try list(segment, request)
      let ids = snapshot.entries.filter { $0.list == list.name && !$0.isDeleted }.map(\.id)
      try trash(ids) {
        list.settings == ListSettings()
          ? [] : [try ListSettings.change([(list.name, nil)], in: store)]
      }
    default: throw DAVAnswer.refusal(403, "this is not deleted here")
    }
    return DAVAnswer(204)
  }

  /// Moves tasks to the trash, with what else changes, in one commit.
  private func trash(_ ids: [TaskID], _ settings: () throws -> [Change]) throws {
    try write("delete") { reading in
      let context = store.actionContext(reading, changing: Set(ids))
      let changes: [Change] = try ids.compactMap { id in
        guard reading.task(withID: id) != nil else { return nil }
        let document = try reading.document(id.text.string)
        return .edit(document, DeleteTask().edits(for: document, in: context))
      }
      return changes + (try settings())
    }
  }

  /// What keeps a list for its clients when they take its last task away: a list that nobody made is there by its tasks.
  func keeping(_ entry: DAVSnapshot.Entry) throws -> [Change] {
    guard let name = entry.list, let list = snapshot.lists[name], list.settings[.dav] == nil,
      !snapshot.entries.contains(where: { $0.list == name && !$0.isDeleted && $0.id != entry.id })
    else { return [] }
    var settings = list.settings
    settings[.dav] = list.segment.string
    return [try ListSettings.change([(name, settings)], in: store)]
  }

  // MARK: Moving

  func move(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    if case .list(let segment) = path {
      _ = try list(segment, request)
      throw DAVAnswer.refusal(403, "a list is renamed by its displayname, and not moved")
    }
    let entry = try entry(path, request)
    guard let target = request["Destination"], let place = DAVPath(target),
      case .task(let segment, let name) = place
    else { throw DAVAnswer.refusal(403, "a task is moved to an address in a list") }
    if let authority = DAVPath.authority(of: target) {
      guard authority == request["Host"]?.lowercased() || isOwnHost(authority) else {
        throw DAVAnswer.refusal(502, "the destination is another server")
      }
    }
    guard let list = snapshot.lists[segment: segment] else {
      throw DAVAnswer.refusal(409, "there is no list at this address")
    }
    guard request.method == "MOVE" else {
      throw DAVAnswer.refusal(
        403, "a task is in one place; move it instead", .noUIDConflict, place: path)
    }
    if let other = snapshot.entry(at: place), other.id != entry.id {
      guard request["Overwrite"]?.uppercased() == "T" else {
        throw DAVAnswer.refusal(412, "another task has this address")
      }
      throw DAVAnswer.refusal(403, "another task has this address", .noUIDConflict, place: place)
    }
    try write("refile") { reading in
      let document = try reading.document(entry.id.text.string)
      let own = name == DAVPath.name(of: entry.id) ? nil : name
      let moved = try document.applying([
        .field(.list, list.name.map { .text($0) } ?? .nothing),
        .property(name: DoorNames.name, value: own),
      ])
      if moved.bytes == document.bytes { return [] }
      return [.replace(document, with: moved)] + (entry.list == list.name ? [] : try keeping(entry))
    }
    return DAVAnswer(201, headers: [("Location", place.href)])
  }
}
