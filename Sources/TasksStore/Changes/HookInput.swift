import TasksCore

/// What a hook gets of one task: `{"schema":1,"kind":"hook","verb":"done","old":…,"new":…}`. There is no old task in
/// what is added, and no new one in what is purged.
package struct HookInput {
  let verb: String
  let old: TaskJSON.Row?
  let new: TaskJSON.Row?

  package init(verb: String, old: TaskJSON.Row?, new: TaskJSON.Row?) {
    (self.verb, self.old, self.new) = (verb, old, new)
  }

  /// The object on a line of its own.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("kind", "hook")
      writer.member("verb", verb)
      writer.name("old")
      HookInput.write(old, to: &writer)
      writer.name("new")
      HookInput.write(new, to: &writer)
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ row: TaskJSON.Row?, to writer: inout JSONWriter) {
    guard let row else { return writer.null() }
    TaskJSON.write(row.task, short: row.short, sync: row.sync, to: &writer)
  }
}
