import Platform
import TasksCore
import TasksExchange
import TasksTerminal

/// Finds the files of another program that an import reads, and reads their records.
struct ForeignFiles {
  /// A file, or what a program printed.
  private struct Source {
    /// For messages, and for the ids of records that have none.
    let name: String
    /// Where the file or the folder lies that was named; nil for what has no place.
    var source: String?
    let bytes: [UInt8]
    /// The path in the folder of a program that has a file for each task; else nil.
    var path: String?
  }

  private let reader: any ForeignReader
  private let context: ForeignContext
  private let session: Session
  private var format: String { type(of: reader).name }

  init(of reader: any ForeignReader, _ context: ForeignContext, _ session: Session) {
    (self.reader, self.context, self.session) = (reader, context, session)
  }

  /// - Parameter files: As typed; none to look where the program keeps its tasks.
  func files(_ files: [String]) throws -> [ForeignImport.File] {
    let sources = files.isEmpty ? try found() : try files.flatMap(sources)
    return sources.map { source in
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let bytes = Array(source.bytes.dropFirst(source.bytes.starts(with: mark) ? 3 : 0))
      let record = source.path.flatMap { self.record($0, bytes) }
      let bad = notUTF8(bytes)
      let records = record.map { [$0] } ?? reader.read(bytes)
      return ForeignImport.File(
        name: source.name, source: source.source, records: bad + sound(records, without: bad))
    }
  }

  /// The records without those that hold a bad line.
  private func sound(_ records: [ForeignRecord], without bad: [ForeignRecord]) -> [ForeignRecord] {
    if bad.isEmpty { return records }
    if format == "json" {
      // One document: a record that cannot be read is known by what stands for its bytes.
      return records.filter { record in
        guard case .task(let task) = record else { return true }
        let read = ImportBase.record(of: task, isSecret: false)
        return !String(decoding: read.notes + read.rest, as: UTF8.self).contains("\u{FFFD}")
      }
    }
    let lines = bad.map(\.line)
    return records.enumerated().filter { place, record in
      let next = place + 1 < records.count ? records[place + 1].line : .max
      return !lines.contains { record.line <= $0 && $0 < max(next, record.line + 1) }
    }.map(\.element)
  }

  /// The lines that are not UTF-8. Taskwarrior itself writes such bytes, which its reader knows.
  private func notUTF8(_ bytes: [UInt8]) -> [ForeignRecord] {
    if format == TaskwarriorTasks.name || String(validating: bytes, as: UTF8.self) != nil {
      return []
    }
    // Some programs fold lines of a calendar inside a letter.
    if format == ICalendarTasks.name, ICalendarTasks.isUTF8(bytes) { return [] }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().filter { String(validating: $1, as: UTF8.self) == nil }
      .map { .bad(line: $0.offset + 1, reason: "it is not UTF-8") }
  }

  private func record(_ path: String, _ bytes: [UInt8]) -> ForeignRecord? {
    switch format {
    case DstaskTasks.name: DstaskTasks.record(path: path, bytes: bytes, context)
    case BacklogTasks.name: BacklogTasks.record(path: path, bytes: bytes, context)
    default: nil
    }
  }

  /// The last part of a path is its name: where a file lies does not matter to the ids of its tasks.
  private func sources(_ file: String) throws -> [Source] {
    let path = file.hasPrefix("/") ? file : session.currentFolder + "/" + file
    if File.kind(path) == .folder { return try folder(path) }
    let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "file")
    return [
      Source(
        name: name, source: file == "-" ? nil : ForeignFiles.source(path),
        bytes: try InputFile.bytes(file, session))
    ]

  }

  /// A path as it is remembered: without the home folder, which has another name elsewhere.
  private static func source(_ path: String) -> String {
    let real = File.realPath(path)
    let home = (Machine.variable("HOME").map { File.realPath($0) } ?? "") + "/"
    return home.count > 1 && real.hasPrefix(home) ? "~/" + real.dropFirst(home.count) : real
  }

  // MARK: Where programs keep their tasks

  private func found() throws -> [Source] {
    let home = Machine.variable("HOME") ?? ""
    switch format {
    case TaskwarriorTasks.name: return [try taskwarrior()]
    case TodoTxt.name:
      let usual = TodoConfig(home: home).files
      let there = usual.filter { File.kind($0) == .regular }
      if there.isEmpty { throw missing(usual.joined(separator: ", and no ")) }
      return try there.flatMap(sources)
    case DstaskTasks.name:
      let place = Machine.variable("DSTASK_GIT_REPO") ?? home + "/.dstask"
      guard File.kind(place) == .folder else { throw missing(place) }
      return try folder(place)
    case BacklogTasks.name:
      for name in ["backlog", ".backlog"] {
        if let place = upward(name + "/tasks") { return try folder(String(place.dropLast(6))) }
      }
      throw missing("folder backlog/ here or above")
    case BeadsTasks.name:
      for name in [".beads/issues.jsonl", ".beads/beads.jsonl", ".tbd/issues.jsonl"] {
        if let place = upward(name) { return try sources(place) }
      }
      throw missing("file .beads/issues.jsonl here or above")
    default:
      throw CommandError(
        "name the file to import: \(ForeignFormats.described([format])); - is standard input",
        code: .usage)
    }
  }

  private func missing(_ place: String) -> CommandError {
    CommandError(
      "there is no \(place); name what to import: \(ForeignFormats.described([format]))",
      code: .usage)
  }

  /// The programs whose tasks lie where they keep them, with how many there are and the words that import them.
  static func offers(_ context: ForeignContext, _ session: Session) -> [(count: Int, words: String)]
  {
    let readers: [any ForeignReader.Type] = [
      TaskwarriorTasks.self, TodoTxt.self, DstaskTasks.self, BacklogTasks.self, BeadsTasks.self,
    ]
    var offers = readers.compactMap { reader -> (count: Int, words: String)? in
      let files = try? ForeignFiles(of: reader.init(context), context, session).files([])
      let count = files?.reduce(0) { $0 + $1.records.count } ?? 0
      return count > 0 ? (count, reader.name) : nil
    }
    let folder = (Machine.variable("HOME") ?? "") + "/org"
    let names = (File.names(in: folder) ?? []).map(\.name).filter { $0.hasSuffix(".org") }
    let files = try? ForeignFiles(of: OutlineFile(context), context, session).files(
      names.map { folder + "/" + $0 })
    let count = names.isEmpty ? 0 : files?.reduce(0) { $0 + $1.records.count } ?? 0
    if count > 0 { offers.append((count, "org ~/org/*.org")) }
    return offers
  }

  /// Returns the path of a file or folder of this name in the current folder or the nearest one above that has it.
  private func upward(_ name: String) -> String? {
    var folder = session.currentFolder[...]
    while !folder.isEmpty {
      let path = folder + "/" + name
      if File.kind(String(path)) != nil { return String(path) }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return nil
  }

  /// Asks Taskwarrior itself, with the user's settings but for those that would spoil the answer.
  private func taskwarrior() throws -> Source {
    // Without its settings, task makes new ones and has no tasks.
    let home = Machine.variable("HOME") ?? ""
    let folder = Machine.variable("XDG_CONFIG_HOME") ?? home + "/.config"
    let settings = [Machine.variable("TASKRC"), home + "/.taskrc", folder + "/task/taskrc"]
    guard settings.compactMap(\.self).contains(where: { File.kind(File.realPath($0)) == .regular })
    else { throw missing("file ~/.taskrc") }
    let task = ChildProcess(
      "task",
      ["rc.verbose=nothing", "rc.confirmation=no", "rc.gc=off", "rc.json.array=on", "export"])
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try task.run(heedsSignals: true)
    } catch {
      if case .programNotStarted = error {
        throw CommandError(
          "Taskwarrior's program task is not on PATH; export its tasks where it is, with: "
            + "task export > tasks.json", code: .usage)
      }
      throw error
    }
    guard outcome.succeeded else {
      throw CommandError("task export failed: \(outcome.said)", code: .failed)
    }
    return Source(name: "task export", bytes: outcome.output)
  }

  /// The files of a program's folder, and of the folders in it.
  private func folder(_ place: String) throws -> [Source] {
    let endings = [DstaskTasks.name: ".yml", BacklogTasks.name: ".md", ICalendarTasks.name: ".ics"]
    guard let ending = endings[format] else {
      throw CommandError("\(place) is a folder; name a file", code: .usage)
    }
    var paths: [String] = []
    func visit(_ folder: String, depth: Int) {
      for (name, kind) in File.names(in: folder) ?? [] where !name.hasPrefix(".") {
        let path = folder + "/" + name
        switch kind ?? File.kind(path) {
        case .folder where depth < 3: visit(path, depth: depth + 1)
        case .regular where name.hasSuffix(ending): paths.append(path)
        default: break
        }
      }
    }
    visit(place, depth: 0)
    return try paths.filter(isTask).sorted().map { path in
      let inside = String(path.dropFirst(place.count + 1))
      return Source(
        name: inside, source: ForeignFiles.source(place),
        bytes: try InputFile.bytes(path, session), path: inside)
    }
  }

  /// Backlog.md keeps its documents, decisions and milestones beside its tasks.
  private func isTask(_ path: String) -> Bool {
    guard format == BacklogTasks.name else { return true }
    let folders = path.split(separator: "/").dropLast().map(String.init)
    return !folders.contains { ["docs", "decisions", "milestones", "drafts"].contains($0) }
  }

  static func unknown(_ word: String, among names: [String]) -> CommandError {
    let likely = ForeignFormats.likely(ofFile: word).map { "\($0) \(word)" }
    let near = likely ?? NearestWord.to(word.lowercased(), among: names)
    return CommandError(
      "'\(ControlCharacters.escaped(Text(word)))' is no format"
        + (near.map { "; did you mean '\(ControlCharacters.escaped(Text($0)))'?" } ?? "")
        + "\nformats: \(ForeignFormats.described(names))", code: .usage)
  }
}

/// A file of another program that is imported.
struct ImportedFile {
  /// As typed.
  let path: String
  let bytes: [UInt8]

  private static let largest = 8 << 20

  /// - Throws: `usage` if it cannot be read.
  init(path: String, _ session: Session) throws {
    self.path = path
    let place = path.hasPrefix("/") ? path : session.currentFolder + "/" + path
    do throws(SystemError) {
      bytes = try File.read(place, limit: ImportedFile.largest)
    } catch {
      throw CommandError(error.description, code: .usage)
    }
  }

  func initFile() throws -> InitFile {
    do throws(LispError) {
      return try InitFile(bytes)
    } catch {
      throw CommandError("\(path): \(error.message)", code: .usage)
    }
  }

  func nothing(_ wanted: String) -> CommandError {
    CommandError("\(path) sets no \(wanted), so there is nothing to import", code: .usage)
  }

  /// Names what was left out.
  func say(_ remarks: [ImportRemark]) {
    for remark in remarks.ordered(by: { $0.line ?? .max < $1.line ?? .max }) {
      Conversation.say("\(path): \(remark.message)")
    }
  }
}

/// Where todo.sh keeps its tasks: as the environment says, else as its settings say, else in the home folder.
struct TodoConfig {
  /// `todo.txt` and `done.txt`, whether they are there or not.
  let files: [String]

  init(home: String) {
    let places = [
      Machine.variable("TODOTXT_CFG_FILE"), "\(home)/.todo/config", "\(home)/todo.cfg",
      "\(home)/.todo.cfg",
      "\(Machine.variable("XDG_CONFIG_HOME") ?? home + "/.config")/todo/config",
      "/etc/todo/config",
    ]
    let config = places.compactMap(\.self).lazy.compactMap { try? File.read($0) }.first
    var values: [String: String] = [:]
    func value(_ name: String) -> String? { Machine.variable(name) ?? values[name] }
    for line in String(decoding: config ?? [], as: UTF8.self).split(whereSeparator: \.isNewline) {
      var words = line.drop { $0.isWhitespace }
      if words.hasPrefix("export ") { words = words.dropFirst(7).drop { $0.isWhitespace } }
      guard let sign = words.firstIndex(of: "="), words.first != "#" else { continue }
      var text = words[words.index(after: sign)...]
      if let quote = text.first, quote == "\"" || quote == "'" {
        text = text.dropFirst().prefix { $0 != quote }
      } else {
        text = text.prefix { !$0.isWhitespace }
      }
      values[String(words[..<sign])] = TodoConfig.expanded(String(text), home: home, value)
    }
    let folder = value("TODO_DIR") ?? home
    files = [
      value("TODO_FILE") ?? folder + "/todo.txt", value("DONE_FILE") ?? folder + "/done.txt",
    ]
  }

  /// Replaces `~`, `$NAME` and `${NAME}`, as the shell does that reads the settings.
  private static func expanded(
    _ text: String, home: String, _ value: (String) -> String?
  ) -> String {
    var out = ""
    var rest = text[...]
    if rest.hasPrefix("~/") { (out, rest) = (home, rest.dropFirst()) }
    while let sign = rest.firstIndex(of: "$") {
      out += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let isBraced = rest.first == "{"
      let name = rest.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      if isBraced { rest = rest.drop { $0 != "}" }.dropFirst() }
      out += name == "HOME" ? home : value(String(name)) ?? ""
    }
    return out + rest
  }
}
