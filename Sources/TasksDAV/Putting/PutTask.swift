import TasksCore
import TasksExchange
import TasksStore

/// A client writes a task (caldav.md, section 5): what it says otherwise than it was told is merged, field by field, with
/// what the store has by now.
extension DAVService {
  func put(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    guard case .task(let segment, let name) = path else {
      throw DAVAnswer.refusal(405, "tasks alone are put here, into a list")
    }
    guard request.body.count <= DAVRequest.largestBody("PUT") else {
      throw DAVAnswer.tooLarge("PUT")
    }
    let type = request["Content-Type"]?.lowercased().prefix { $0 != ";" }.filter { $0 != " " } ?? ""
    guard type.isEmpty || type == "text/calendar" else {
      throw DAVAnswer.refusal(415, "a task is text/calendar")
    }
    guard let list = listToFill(segment) else {
      throw DAVAnswer.refusal(409, "there is no list at this address")
    }
    let resource = try read(request.body)
    let stem = name.string.hasSuffix(".ics") ? String(name.string.dropLast(4)) : name.string
    let uid = resource.uid ?? stem
    let placed = snapshot.entry(at: path)
    let known = snapshot.entry(uid: uid)
    if let placed, placed.uid != uid { throw conflict(placed) }
    guard let entry = placed ?? known else {
      if request["If-Match"] != nil { throw missing }
      return try add(resource, uid: uid, name: name, to: list)
    }
    if placed == nil, !entry.isDeleted, entry.list == list.name { throw conflict(entry) }
    return try change(entry, resource, to: list, name: name, isPlaced: placed != nil, request)
  }

  /// The list at an address. A client may still have one of which no task is left.
  private func listToFill(_ segment: Text) -> DAVList? {
    if let known = snapshot.lists[segment: segment] ?? snapshot.formerLists[segment: segment] {
      return known
    }
    guard ListSegment.of(segment) == segment else { return nil }
    return DAVList(name: segment, segment: segment, settings: ListSettings())
  }

  private func read(_ body: [UInt8]) throws(DAVAnswer) -> TodoResource {
    do throws(TodoResourceError) {
      return try TodoResource(reading: body, context)
    } catch {
      throw .refusal(403, error.message, .calDAV(error.precondition))
    }
  }

  private func conflict(_ entry: DAVSnapshot.Entry) -> DAVAnswer {
    .refusal(
      403, "another task has this UID or this address", .noUIDConflict,
      place: snapshot.path(of: entry))
  }

  var missing: DAVAnswer {
    .refusal(412, "the version that the request names is none of this task")
  }

  // MARK: A new task

  private func add(
    _ resource: TodoResource, uid: String, name: Text, to list: DAVList
  ) throws -> DAVAnswer {
    try write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      let id = TodoResource.id(ofUID: uid, context).flatMap {
        reading.task(withID: $0) == nil ? $0 : nil
      }
      guard let id else {
        throw StoreError.invalid("the UID cannot name a task here")
      }
      try checkUnread(id, reading)
      var task = try resource.applied(
        to: nil, printedAs: nil, id: id, context, least: least(reading), relative: relative)
      task.created = task.created ?? context.now
      task = new.task(imported: task)
      return [.add(task.applying(edits(of: task, list, name)))]
    }
    return DAVAnswer(201)
  }

  /// A task whose file cannot be read is there all the same, and is not made once more.
  private func checkUnread(_ id: TaskID, _ reading: StoreReading) throws {
    if try EncryptedFiles(of: store).find(id.text.string) != nil {
      throw DAVAnswer.refusal(
        403, "the task is in an encrypted file, which is changed in the shell")
    }
    let paths = reading.unreadable.map(\.path) + (try store.mergeRemains().paths)
    if paths.contains(where: { $0.contains(id.text.string) }) {
      throw DAVAnswer.refusal(409, "the file of the task cannot be read; see tasks doctor")
    }
  }

  /// What a task gets from its address.
  private func edits(of task: Task, _ list: DAVList, _ name: Text) -> [Edit] {
    var edits: [Edit] = []
    if task.list != list.name {
      edits.append(.field(.list, list.name.map { .text($0) } ?? .nothing))
    }
    let own = name == DAVPath.name(of: task.id) ? nil : name
    if task.property(named: DoorNames.name) != own {
      edits.append(.property(name: DoorNames.name, value: own))
    }
    return edits
  }

  /// The rank of the first task.
  private func least(_ reading: StoreReading) -> Rank? {
    reading.select { _ in true }.first { _ in true }?.rank
  }

  private func relative(_ uid: String) -> TaskID? { snapshot.entry(uid: uid)?.id }

  // MARK: A change

  private func change(
    _ entry: DAVSnapshot.Entry, _ resource: TodoResource, to list: DAVList, name: Text,
    isPlaced: Bool, _ request: DAVRequest
  ) throws -> DAVAnswer {
    let matched = try matchedVersion(of: entry, request)
    let isNew = request["If-None-Match"].map { ETags($0).isAny } ?? false
    // Someone moves it by putting it there, or brings it back; an edit of what is in the trash goes there too.
    let restores = entry.isDeleted && matched == nil
    let moves = !isPlaced && !entry.isDeleted
    let verb = restores ? "restore" : moves ? "refile" : "modify"
    let base = try baseVersion(of: entry, resource, matched, request)
    var outcome: String?
    try write(verb, base: base == entry.blob ? nil : base, outcome: { outcome }) { reading in
      guard reading.task(withID: entry.id) != nil else { throw DAVAnswer.notFound(request.target) }
      let ours = try reading.document(entry.id.text.string)
      // What says the same as the task changes nothing, whatever version it was made of.
      let same = try version(of: entry, ours, resource, entry.blob, reading).theirs
      var merged = ours
      if same.bytes != ours.bytes {
        merged = try merge(ours, version(of: entry, ours, resource, base, reading))
        merged = try merged.applying(TodoResource.edits(ofRepeatedAlarmsIn: merged.task))
      }
      if verb == "modify" { outcome = self.outcome(ours.task, merged) }
      if restores, merged.task.isDeleted { merged = try merged.applying([.deleted(nil)]) }
      if restores || moves { merged = try merged.applying(edits(of: merged.task, list, name)) }
      let changed = merged.bytes != ours.bytes
      // What is there already is put once more only if its answer was lost.
      if isNew, isPlaced, changed { throw missing }
      if !changed { return [] }
      return [.revise(ours, to: merged)] + (moves ? try keeping(entry) : [])
    }
    return DAVAnswer(restores || moves ? 201 : 204)
  }

  /// The version that a request says it changes; nil if it says none.
  ///
  /// - Throws: 412 for a version of another task, and for a tag of another form.
  private func matchedVersion(
    of entry: DAVSnapshot.Entry, _ request: DAVRequest
  ) throws -> String? {
    guard let header = request["If-Match"] else { return nil }
    let tags = ETags(header)
    if tags.isAny { return entry.blob }
    guard let blobs = tags.blobs else { throw missing }
    for blob in blobs {
      if try isVersion(blob, of: entry) { return blob }
    }
    // A version that git no longer has is one all the same: refused, phones drop the edit.
    for blob in blobs where try !store.hasObject(blob) { return try nearest(entry, request) }
    throw missing
  }

  /// The version of the last ones that is most like what was sent.
  private func nearest(
    _ entry: DAVSnapshot.Entry, _ request: DAVRequest, of count: Int = 20
  ) throws -> String? {
    try store.nearestVersion(of: entry.path, to: request.body, limit: count) { document in
      text(of: document.task, entry, version: "")
    }
  }

  /// The version that the client has changed; nil if none can be it.
  private func baseVersion(
    of entry: DAVSnapshot.Entry, _ resource: TodoResource, _ matched: String?, _ request: DAVRequest
  ) throws -> String? {
    if let told = resource.version, try isVersion(told, of: entry) {
      // A client may change a task once more before it reads what has become of it.
      let isAgain =
        try told != entry.blob && request["If-Match"] == nil
        && store.isChanged(
          entry.path, since: told, to: entry.blob, onlyBy: request.device, within: 300)
      return isAgain ? entry.blob : told
    }
    if let matched { return matched }
    if let device = request.device,
      let known = try store.lastVersion(of: entry.path, byDevice: device.id)
    {
      // It may have read a later one. Merged with an older one, an edit is at worst kept that was to go.
      return known
    }
    return try nearest(entry, request)
  }

  /// The version that the client has changed, and the task as it means it.
  private func version(
    of entry: DAVSnapshot.Entry, _ ours: any TaskDocument, _ resource: TodoResource,
    _ blob: String?, _ reading: StoreReading
  ) throws -> (base: any TaskDocument, theirs: any TaskDocument) {
    var base = ours
    if let blob, blob != entry.blob || ours.task.path != entry.path,
      let past = try store.document(ofVersion: blob, at: entry.path)
    {
      base =
        past.task.format == ours.task.format
        ? past : try store.converting(past, to: ours.task.format).document
    }
    let told = text(of: base.task, entry, version: blob ?? entry.blob)
    var context = context
    context.workflow = base.workflow
    var meant = try resource.applied(
      to: base.task, printedAs: told, id: entry.id, context, least: least(reading),
      relative: relative, parent: { reading.task(withID: $0)?.parent })
    // Clients get none of encrypted notes.
    if ours.task.hasEncryptedNotes || base.task.hasEncryptedNotes { meant.notes = base.task.notes }
    return (base, try base.applying(meant.edits(from: base.task)))
  }

  private func merge(
    _ ours: any TaskDocument, _ versions: (base: any TaskDocument, theirs: any TaskDocument)
  ) throws -> any TaskDocument {
    func version(_ document: any TaskDocument) -> TaskMerge.Version {
      TaskMerge.Version(bytes: document.bytes, document: document)
    }
    if versions.base.bytes == ours.bytes { return versions.theirs }
    let outcome = TaskMerge.merge(
      base: version(versions.base), ours: version(ours), theirs: version(versions.theirs),
      local: .theirs, with: store.mergeTools)
    guard case .merged(let bytes, _) = outcome,
      let merged = try store.parse(bytes, path: ours.task.path)
    else { throw StoreError.invalid("the task cannot be merged with what was sent") }
    return merged
  }

  /// What happens to a task, as the log tells it; nil for any other change.
  private func outcome(_ old: Task, _ new: any TaskDocument) -> String? {
    if TodoResource.finishes(old, new.task, new.workflow) { return "done" }
    return old.isDone && !new.task.isDone ? "reopen" : nil
  }
}
