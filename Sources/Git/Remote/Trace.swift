import Platform

/// The trace of a git command: one event per line, as JSON (git's Documentation/technical/api-trace2).
final class Trace {
  private let written = AnonymousTempFile()

  /// The file descriptor for git; nil if no file could be created, so that there is no trace.
  var file: Int32? { written.file }

  /// Variables that make git write its trace to file descriptor 3. The parent session id is removed: if git has
  /// started this process, it would become a prefix of the child's session id.
  var environment: [String: String?] {
    guard file != nil else { return [:] }
    return ["GIT_TRACE2_EVENT": "3", "GIT_TRACE2_PARENT_SID": nil]
  }

  /// The events of the command itself, without those of programs it has started.
  var events: [Event] {
    String(decoding: written.bytes, as: UTF8.self).split(separator: "\n").map { Event($0) }
      .filter(\.isOwn)
  }

  /// One line of the trace. A value that contains a comma is truncated, but no such value is used; a value cannot be
  /// mistaken for a field, since quotation marks in it are escaped.
  struct Event {
    private var fields: [Substring: Substring] = [:]

    init(_ line: Substring) {
      for field in line.dropFirst().split(separator: ",") {
        let parts = field.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].first == "\"" else { continue }
        let value = parts[1].first == "\"" ? parts[1].dropFirst() : parts[1]
        fields[parts[0].dropFirst().dropLast()] = value.prefix { $0 != "\"" && $0 != "}" }
      }
    }

    private func field(_ name: String) -> Substring? { fields[name[...]] }

    /// Whether the event is of the command itself: the session id of a descendant starts with those of its ancestors,
    /// each followed by a slash.
    var isOwn: Bool { field("sid").map { !$0.contains("/") } ?? false }

    /// Whether the event ends the step in which the remote lists its references.
    var isListOfRefs: Bool {
      field("event") == "region_leave"
        && (field("label") == "remote_refs" || field("label") == "get_refs_list")
    }

    var startedHook: (child: Int, name: String)? {
      guard field("event") == "child_start", field("child_class") == "hook",
        let child = field("child_id").flatMap({ Int($0) }), let name = field("hook_name")
      else { return nil }
      return (child, String(name))
    }

    /// The child id of a started program that speaks to the remote: ssh, a helper for https, or git for a local path.
    var startedTransport: Int? {
      guard field("event") == "child_start", let kind = field("child_class"),
        kind.hasPrefix("transport/") || kind.hasPrefix("remote-")
      else { return nil }
      return field("child_id").flatMap { Int($0) }
    }

    var finishedChild: Int? {
      guard field("event") == "child_exit", field("code") == "0" else { return nil }
      return field("child_id").flatMap { Int($0) }
    }

    var failedChild: Int? {
      guard field("event") == "child_exit", field("code") != "0" else { return nil }
      return field("child_id").flatMap { Int($0) }
    }
  }
}
