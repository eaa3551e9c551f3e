import FlyingFox
import Platform
import TasksCore
import TasksPlanning
import TasksReminders
import TasksStore
import TasksSync

/// Tells the pages what has changed: by them, by the shell, by git (server-sent events, HTML standard, 9.2).
actor EventHub {
  /// How often the store is looked at while a page is open, in milliseconds.
  private static let interval = 200
  /// Each so many looks, files that were written in place are noticed too.
  private static let thorough = 10
  /// How long a stream may be silent, in seconds; a client that has gone is noticed when something is written.
  private static let silence = 20
  /// How long pages have changed nothing when the store is synced by itself, in seconds.
  private static let quiet = 3

  private let access: StoreAccess
  /// How many minutes pass between two syncs that nobody asked for; nil if there are none.
  private let syncMinutes: Int?
  /// The seconds until the next of them.
  private var untilSync = EventHub.quiet
  private var streams: [Int: Stream] = [:]
  private var lastStream = 0
  private var watch: _Concurrency.Task<Void, Never>?
  private(set) var syncState = SyncProgress()
  /// The marks that were told last: of a quick look and of a thorough one.
  private var marks: [Bool: StoreFingerprint] = [:]
  private var told: Set<String> = []

  private struct Stream {
    /// The id of the browser's token.
    let device: String
    let continuation: AsyncStream<[UInt8]>.Continuation
  }

  init(access: StoreAccess, syncMinutes: Int?) {
    (self.access, self.syncMinutes) = (access, syncMinutes)
  }

  // MARK: Streams

  /// Returns a stream of all that happens from now on, until the token of the browser is taken back.
  func stream(for device: String) async -> HTTPResponse {
    // What later looks are compared with, before the page hears that it is told of every change.
    if watch == nil {
      for checksFiles in [false, true] { marks[checksFiles] = await mark(checksFiles: checksFiles) }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    lastStream += 1
    let number = lastStream
    streams[number] = Stream(device: device, continuation: continuation)
    continuation.onTermination = { _ in _Concurrency.Task { await self.end(number) } }
    // The browser connects again after so many milliseconds.
    continuation.yield(Array("retry: 1000\n\n".utf8))
    if watch == nil { watch = _Concurrency.Task { await self.watchStore() } }
    var answer = WebAnswer(type: "text/event-stream").response()
    answer.payload = .httpBody(HTTPBodySequence(from: PieceBytes(stream)))
    return answer
  }

  private func end(_ number: Int) {
    streams[number] = nil
    guard streams.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  private func send(_ name: String, _ value: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    value(&json)
    send(Array("event: \(name)\ndata: ".utf8) + json.bytes + Array("\n\n".utf8))
  }

  private func send(_ bytes: [UInt8]) {
    for stream in streams.values { stream.continuation.yield(bytes) }
  }

  private func endRevoked() async {
    let known = try? await access.open { try DeviceTokens(of: $0.store).all().map(\.id) }
    guard let known else { return }
    for stream in streams.values where !known.contains(stream.device) {
      stream.continuation.finish()
    }
  }

  // MARK: Changes

  /// Tells that a page has changed the store.
  func changed() async {
    untilSync = EventHub.quiet
    await look(checksFiles: false)
  }

  private func watchStore() async {
    var looks = 0
    await beginAlerts()
    while !_Concurrency.Task.isCancelled {
      try? await _Concurrency.Task.sleep(for: .milliseconds(EventHub.interval))
      looks += 1
      await look(checksFiles: looks % EventHub.thorough == 0)
      let isSecond = looks % (1000 / EventHub.interval) == 0
      if isSecond {
        await endRevoked()
        await tellAlerts()
        untilSync -= 1
        if untilSync <= 0 { await syncByItself() }
      }
      if looks % (EventHub.silence * 1000 / EventHub.interval) == 0 { send(Array(": \n\n".utf8)) }
    }
  }

  private func look(checksFiles: Bool) async {
    guard !streams.isEmpty, let mark = await mark(checksFiles: checksFiles) else { return }
    let old = marks.updateValue(mark, forKey: checksFiles)
    guard let old, old != mark else { return }
    send("change") { json in json.object { $0.member("mark", mark.text) } }
  }

  private func mark(checksFiles: Bool) async -> StoreFingerprint? {
    try? await access.open { $0.store.mark(checksFiles: checksFiles) }
  }

  // MARK: Alerts

  private func beginAlerts() async {
    _ = try? await access.open { session in try AlertFeed(session.store).begin(now: session.now) }
  }

  private func tellAlerts() async {
    let alerts = try? await access.open { session in
      try AlertFeed(session.store).standing(now: session.now).map { alert in
        var json = JSONWriter()
        json.object { AlertFeed.write(alert, now: session.now, to: &$0) }
        return (id: alert.alert.id.text, bytes: json.bytes)
      }
    }
    for alert in alerts ?? [] where told.insert(alert.id).inserted {
      send(Array("event: alert\ndata: ".utf8) + alert.bytes + Array("\n\n".utf8))
    }
    if let alerts { told.formIntersection(alerts.map(\.id)) }
  }

  // MARK: Sync

  /// Syncs soon, since someone looks at a page again.
  func syncSoon() { untilSync = min(untilSync, EventHub.quiet) }

  private func syncByItself() async {
    untilSync = (syncMinutes ?? 1440) * 60
    guard syncMinutes != nil, await hasRemote() else { return }
    await sync()
  }

  private func hasRemote() async -> Bool {
    (try? await access.open { $0.store.syncRemoteName }) != nil
  }

  /// Begins a sync, unless one runs.
  func sync() async {
    guard !syncState.isRunning else { return }
    syncState.isRunning = true
    await tellSync()
    _Concurrency.Task { await self.finishSync() }
  }

  private func finishSync() async {
    do {
      syncState.at = try await access.openApart { session in
        _ = try Sync(session.store, pause: { usleep(UInt32($0 * 1_000_000)) }).run()
        return session.now
      }
      syncState.message = nil
    } catch {
      syncState.message = WebFailure(error).message
    }
    syncState.isRunning = false
    await tellSync()
    await look(checksFiles: false)
  }

  private func tellSync() async {
    var state = syncState
    state = (try? await access.open { [state] session in state.reading(session.store) }) ?? state
    send("sync") { state.write(to: &$0) }
  }
}

/// The alerts that pages show: those that have rung on this device or are due, until someone reacts to them.
struct AlertFeed {
  private let reminders: Reminders

  init(_ store: TaskStore) { reminders = Reminders(of: store) }

  func standing(now: Timestamp) throws -> [ListedAlert] {
    try reminders.list(now: now, until: now).filter { $0.at <= now && $0.state != .snoozed }
  }

  /// Begins to note what is due, as `tasks remind` does when it first runs.
  func begin(now: Timestamp) throws { try reminders.begin(now: now) }

  static func write(_ listed: ListedAlert, now: Timestamp, to json: inout JSONWriter) {
    json.member("id", listed.alert.id.text)
    json.member("task", listed.alert.id.task.text)
    json.member("title", listed.alert.title)
    json.member("body", listed.alert.reason(now: now))
    json.member("at", listed.at)
    json.member("important", listed.alert.isImportant)
  }
}

/// How the store stands to its remote, and what the last sync of a page said.
struct SyncProgress: Sendable, Equatable {
  var isRunning = false
  /// Why the last sync failed; nil if it succeeded.
  var message: String?
  /// When the last sync succeeded.
  var at: Timestamp?
  private var remote: String?
  private var waiting = 0

  init() {}

  /// Returns the same with how many commits wait to be pushed.
  func reading(_ store: TaskStore) -> SyncProgress {
    var progress = self
    progress.remote = store.syncRemoteName
    progress.waiting = (try? store.aheadBehind()?.ahead) ?? 0
    return progress
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("waiting", waiting)
      json.member("running", isRunning)
      json.member("message", message)
      json.member("at", at)
    }
  }
}
