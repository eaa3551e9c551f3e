import ArgumentParser
import Platform
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

struct RebuildCommand: Verb {
  static let names = "rebuild"
  static let configuration = CommandConfiguration(
    of: RebuildCommand.self, abstract: "Rebuild a store from patches.",
    discussion: """
      The files hold patches as tasks log --patches prints them, from any devices, in any order; a patch may be \
      there several times. The new store holds the same tasks, field by field; the history stays in the patches. \
      If patches are missing, nothing is built unless --allow-gaps is given.

        tasks rebuild --from patches.jsonl ~/rebuilt
        tasks log --patches | tasks rebuild --from - ~/copy
        tasks rebuild --from laptop.jsonl phone.jsonl ~/both --allow-gaps
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The files of patches; - reads standard input.", valueName: "file"),
    completion: .file())
  var from: [String] = []

  @Flag(help: "Build what can be built if patches are missing, and list the rest.")
  var allowGaps = false

  @Argument(
    help: "The folder of the new store, which must be empty or missing.", completion: .directory)
  var dir: String?

  static func complete(_ line: inout Completion) { line.offers = [.files] }

  func validate() throws {
    if from.count < (dir == nil ? 2 : 1) {
      throw ValidationError(
        "Name the files of patches and the folder: tasks rebuild --from FILE… DIR")
    }
  }

  func run() throws {
    let session = try Session(options)
    let folder = dir ?? from.last ?? "."
    let root = StoreLocation.absolute(folder, in: session.currentFolder)
    try Rebuild.checkPlace(of: root)
    let rebuild = Rebuild(try patches(dir == nil ? from.dropLast() : from[...], session))
    for remark in rebuild.remarks { Conversation.say(remark) }
    if !rebuild.gaps.isEmpty {
      let text = RebuildCommand.text(of: rebuild, isAllowed: allowGaps)
      guard allowGaps else { throw CommandError(text, code: .usage, name: "gaps") }
      Conversation.say(text)
    }
    let count = rebuild.documents.count
    let summary = "\(count.counted("task")) from \(rebuild.patchCount) patches"
    if write.dryRun { return try Output.print("would rebuild \(summary) at \(root)") }
    let store = try rebuild.store(at: root, session.context)
    let answer = JSONAnswer("rebuild") { json in
      json.object { json in
        json.member("store", store.root)
        json.member("tasks", count)
        json.member("patches", rebuild.patchCount)
        json.key("gaps")
        json.array(rebuild.gaps) { json, gap in
          json.object { json in
            json.member("id", gap.id.text)
            json.member("title", gap.title)
            json.member("built", gap.reason == nil)
            json.member("reason", gap.reason)
            json.key("missing")
            json.array(gap.missing) { $0.string($1) }
          }
        }
      }
    }
    try session.print(answer) { $0.line("rebuilt \(summary) at \(store.root)") }
    let open = rebuild.documents.count { $0.task.isOpen }
    if store.settings.maxOpen > 0, open > store.settings.maxOpen {
      Conversation.say(
        "the store has \(open) open tasks, and may get no more: its limit is "
          + "\(store.settings.maxOpen); raise it with: tasks config max-open \(2 * open)")
    }
  }

  private func patches(_ files: ArraySlice<String>, _ session: Session) throws -> PatchSet {
    var set = PatchSet()
    for name in files {
      let file = try PatchFile(try InputFile.bytes(name, session), name: name)
      for (line, patch) in file.patches where !set.add(patch) {
        throw CommandError(
          "\(name), line \(line): the patch '\(ControlCharacters.escaped(patch.id))' is there twice with "
            + "different contents; leave out the file that is wrong", code: .usage)
      }
    }
    guard set.count > 0 else {
      throw CommandError(
        "there are no patches in \(files.joined(separator: ", ")); make them with: tasks log --patches",
        code: .usage)
    }
    return set
  }

  /// Lists what is missing and which tasks it concerns, the first ten of each.
  private static func text(of rebuild: Rebuild, isAllowed: Bool) -> String {
    func shown(_ items: [String]) -> [String] {
      items.prefix(10).map { "  " + $0 }
        + (items.count > 10 ? ["  and \(items.count - 10) more"] : [])
    }
    var lines: [String] = []
    let missing = rebuild.missing
    if !missing.isEmpty {
      lines.append(
        missing.count == 1 ? "1 patch is missing:" : "\(missing.count) patches are missing:")
      lines += shown(missing.map { ControlCharacters.escaped($0) })
    }
    let left = rebuild.gaps.filter { $0.reason != nil }
    if !left.isEmpty {
      lines.append(
        left.count == 1 ? "1 task cannot be built:" : "\(left.count) tasks cannot be built:")
      lines += shown(left.map { "\(name($0)): \($0.reason ?? "")" })
    }
    let parts = rebuild.gaps.filter { $0.reason == nil }
    if isAllowed, !parts.isEmpty {
      lines.append("built from what there is:")
      lines += shown(parts.map(name))
    }
    if !isAllowed {
      lines.append(
        "nothing was built; add the missing patches, or build the rest with --allow-gaps")
    }
    return lines.joined(separator: "\n")
  }

  private static func name(_ gap: Rebuild.Gap) -> String {
    let id = ControlCharacters.escaped(gap.id.text)
    return gap.title.map { "\(id) \(ControlCharacters.escaped($0))" } ?? id
  }
}
