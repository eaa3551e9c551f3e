import Platform

/// What a git command tells a program of its steps: one event a line, as JSON (git's `api-trace2`).
final class Trace {
  private let written = AnonymousTempFile()

  /// The file to hand over; nil where none could be made, and nothing will be known.
  var file: Int32? { written.file }

  /// Has git write to its file 3. Nobody is its parent: a git that has called us would put its name before ours.
  var environment: [String: String?] {
    guard file != nil else { return [:] }
    return ["GIT_TRACE2_EVENT": "3", "GIT_TRACE2_PARENT_SID": nil]
  }

  /// The events of the command itself, none of the programs it has called.
  var events: [Event] {
    String(decoding: written.bytes, as: UTF8.self).split(separator: "\n").map { Event($0) }
      .filter(\.isOwn)
  }

  /// One line. A value with a comma in it is cut short, and none of those is looked at; nor can one pass for a
  /// field, as quotation marks in a value are escaped.
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

    /// The id of a session begins with those of the commands that have called it, with a slash behind each.
    var isOwn: Bool { field("sid").map { !$0.contains("/") } ?? false }

    /// The end of the step in which the remote tells its branches.
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

    /// The program that speaks to the remote: ssh, a helper for https, git itself for a folder.
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
