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
            try store.isVersion($0, of: entry.path) || !store.hasObject($0)
          })
        else {
          throw DAVAnswer.refusal(412, "the version that the request names is none of this task")
        }
      }
      try trash([entry.id])
    case .list(let segment):
      let list = try list(segment, request)
      let ids = snapshot.entries.filter { $0.list == list.name && !$0.isDeleted }.map(\.id)
      try removeList(list, ids)
    default: throw DAVAnswer.refusal(403, "this is not deleted here")
    }
    return DAVAnswer(204)
  }

  private func trash(_ ids: [TaskID]) throws {
    _ = try store.perform(DeleteTask()) { try $0.documents(ids.map(\.text.string)) }
  }

  /// Moves the tasks of a list to the trash and takes its settings away, in one commit.
  private func removeList(_ list: DAVList, _ ids: [TaskID]) throws {
    try write("delete") { reading in
      let context = store.actionContext(reading, changing: Set(ids))
      var changes: [Change] = try ids.compactMap { id in
        guard reading.task(withID: id) != nil else { return nil }
        let document = try reading.document(id.text.string)
        return .edit(document, DeleteTask().edits(for: document, in: context))
      }
      if list.settings != ListSettings() {
        changes.append(try ListSettings.change([(list.name, nil)], in: store))
      }
      return changes
    }
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
      return moved.bytes == document.bytes ? [] : [.replace(document, with: moved)]
    }
    return DAVAnswer(201, headers: [("Location", place.href)])
  }
}
