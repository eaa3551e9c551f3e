import Platform
import TasksCore
import TasksExchange
import TasksTerminal

/// Finds the files of another program that an import reads, and reads their records.
struct ForeignFiles {
  private let reader: any ForeignReader
  private let session: Session
  private var format: any ForeignReader.Type { type(of: reader) }

  private static let machine = ForeignMachine(
    variable: { Machine.variable($0) }, read: { try? File.read($0) })

  init(of reader: any ForeignReader, _ session: Session) {
    (self.reader, self.session) = (reader, session)
  }

  /// - Parameter files: As typed; none to look where the program keeps its tasks.
  func files(_ files: [String]) throws -> [ForeignImport.File] {
    files.isEmpty ? try found() : try files.flatMap(read)
  }

  /// The last part of a path is its name: where a file lies does not matter to the ids of its tasks.
  private func read(_ file: String) throws -> [ForeignImport.File] {
    let path = file.hasPrefix("/") ? file : session.currentFolder + "/" + file
    if File.kind(path) == .folder { return try folder(path) }
    let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "file")
    return [
      ForeignImport.File(
        name: name, source: file == "-" ? nil : ForeignFiles.source(path),
        records: reader.records(of: try InputFile.bytes(file, session)))
    ]
  }

  /// A path as it is remembered: without the home folder, which has another name elsewhere.
  private static func source(_ path: String) -> String {
    let real = File.realPath(path)
    let home = (Machine.variable("HOME").map { File.realPath($0) } ?? "") + "/"
    return home.count > 1 && real.hasPrefix(home) ? "~/" + real.dropFirst(home.count) : real
  }

  /// The files of a program's folder, and of the folders in it.
  private func folder(_ place: String) throws -> [ForeignImport.File] {
    guard let holdsTasks = format.isFileOfFolder else {
      throw CommandError("\(place) is a folder; name a file", code: .usage)
    }
    var names: [String] = []
    func visit(_ folder: String, depth: Int) {
      for (name, kind) in File.names(in: place + folder) ?? [] where !name.hasPrefix(".") {
        let inside = folder + "/" + name
        switch kind ?? File.kind(place + inside) {
        case .folder where depth < 3: visit(inside, depth: depth + 1)
        case .regular where holdsTasks(String(inside.dropFirst())):
          names.append(String(inside.dropFirst()))
        default: break
        }
      }
    }
    visit("", depth: 0)
    return try names.sorted().map { name in
      let bytes = try InputFile.bytes(place + "/" + name, session)
      return ForeignImport.File(
        name: name, source: ForeignFiles.source(place),
        records: reader.records(of: bytes, path: name))
    }
  }

  // MARK: Where programs keep their tasks

  private func found() throws -> [ForeignImport.File] {
    let kind: File.Kind = format.isFileOfFolder == nil ? .regular : .folder
    switch format.places(ForeignFiles.machine) {
    case .paths(let paths):
      let there = paths.filter { File.kind($0) == kind }
      if there.isEmpty { throw missing(paths.joined(separator: ", and no ")) }
      return try there.flatMap(read)
    case .above(let names, let inside):
      for name in names {
        if let path = upward(name, holding: inside) { return try read(path) }
      }
      throw missing("\(kind == .folder ? "folder" : "file") \(format.ending) here or above")
    case .printed(let words, let settings, let hint):
      guard settings.contains(where: { File.kind(File.realPath($0)) == .regular }) else {
        throw missing("file ~/.taskrc")
      }
      return [try printed(by: words, ifMissing: hint)]
    case .offered, nil:
      throw CommandError(
        "name the file to import: \(ForeignFiles.described([format])); - is standard input",
        code: .usage)
    }
  }

  private func missing(_ place: String) -> CommandError {
    CommandError(
      "there is no \(place); name what to import: \(ForeignFiles.described([format]))",
      code: .usage)
  }

  /// Returns the path of a file or folder of this name in the current folder or the nearest one above that has it.
  private func upward(_ name: String, holding inside: String) -> String? {
    var folder = session.currentFolder[...]
    while !folder.isEmpty {
      let path = folder + "/" + name
      if File.kind(path + inside) != nil { return String(path) }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return nil
  }

  private func printed(by words: [String], ifMissing hint: String) throws -> ForeignImport.File {
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try ChildProcess(words[0], Array(words.dropFirst())).run(heedsSignals: true)
    } catch {
      if case .programNotStarted = error { throw CommandError(hint, code: .usage) }
      throw error
    }
    guard outcome.succeeded else {
      throw CommandError("\(format.ending) failed: \(outcome.said)", code: .failed)
    }
    return ForeignImport.File(name: format.ending, records: reader.records(of: outcome.output))
  }

  /// The programs whose tasks lie where they keep them, with how many there are and the words that import them.
  static func offers(_ context: ForeignContext, _ session: Session) -> [(count: Int, words: String)]
  {
    ForeignFormats.all.compactMap { format in
      guard let places = format.places(machine) else { return nil }
      var (files, words): ([String], String) = ([], format.name)
      if case .offered(let folder) = places {
        let names = (File.names(in: machine.home + "/" + folder) ?? []).map(\.name)
        files = names.filter { $0.hasSuffix(format.ending) }
          .map { "\(machine.home)/\(folder)/\($0)" }
        words += " ~/\(folder)/*\(format.ending)"
      }
      let found = try? ForeignFiles(of: format.init(context), session).files(files)
      let count = found?.reduce(0) { $0 + $1.records.count(where: \.isTask) } ?? 0
      return count > 0 ? (count, words) : nil
    }
  }

  // MARK: Words of the command line

  /// The formats with the endings of their files: `todotxt (.txt)`.
  static func described(_ formats: [any ForeignReader.Type]) -> String {
    formats.map { "\($0.name) (\($0.ending))" }.joined(separator: ", ")
  }

  static func unknown(_ word: String, among formats: [any ForeignReader.Type]) -> CommandError {
    let likely = ForeignFormats.all.first { word.lowercased().hasSuffix($0.ending) }
    let near =
      likely.map { "\($0.name) \(word)" }
      ?? NearestWord.to(word.lowercased(), among: formats.map { $0.name })
    return CommandError(
      "'\(ControlCharacters.escaped(Text(word)))' is no format"
        + (near.map { "; did you mean '\(ControlCharacters.escaped(Text($0)))'?" } ?? "")
        + "\nformats: \(described(formats))", code: .usage)
  }

  /// - Throws: `usage` for an option that is for other formats.
  static func check(_ options: [ForeignOption], for format: any ForeignReader.Type) throws {
    for option in options where !format.options.contains(option) {
      let names = ForeignFormats.all.filter { $0.options.contains(option) }.map { $0.name }
      throw CommandError(
        "--\(option.rawValue) is for \(names.joined(separator: ", "))", code: .usage)
    }
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
