import Platform
import TasksCore
import TasksStore
import Templates

/// The units of systemd or the agents of launchd that remind, for one store and one user.
package struct ReminderUnits {
  package enum Kind: String, CaseIterable, Sendable {
    /// A process that goes on, with buttons.
    case service
    /// A check each minute.
    case timer
    /// An agent of macOS.
    case launchd
  }

  /// A file, and the arguments of the program that starts and stops what it describes.
  package struct Unit: Sendable {
    package let path: String
    package let text: String
    /// False for what another unit starts.
    let isStarted: Bool
  }

  private let store: TaskStore
  private let home: String

  /// - Throws: `invalid` without a home.
  package init(of store: TaskStore) throws(StoreError) {
    guard let home = store.context.variable("HOME"), home.hasPrefix("/") else {
      throw .invalid("HOME is not set, so there is no place for the units")
    }
    (self.store, self.home) = (store, home)
  }

  // MARK: Files

  /// The units of a kind, and those that push if the phone is to have the reminders too.
  package func units(_ kind: Kind, pushes: Bool) -> [Unit] {
    switch kind {
    case .service:
      [service("remind", "service", Templates.runService, isStarted: true)] + (pushes ? push : [])
    case .timer:
      [
        service("remind", "service", Templates.checkService, isStarted: false),
        service("remind", "timer", Templates.checkTimer, isStarted: true),
      ] + (pushes ? push : [])
    case .launchd:
      [agent("remind", Templates.runAgent)] + (pushes ? [agent("push", Templates.pushAgent)] : [])
    }
  }

  private var push: [Unit] {
    [
      service("push", "service", Templates.pushService, isStarted: false),
      service("push", "timer", Templates.pushTimer, isStarted: true),
    ]
  }

  private func service(_ name: String, _ type: String, _ template: [UInt8], isStarted: Bool) -> Unit
  {
    let config = store.context.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return Unit(
      path: "\(config ?? home + "/.config")/systemd/user/tasks-\(name)\(suffix).\(type)",
      text: filled(
        template, store: ReminderUnits.percent(store.root),
        environment: variables.map { ReminderUnits.word("\($0)=\($1)") }.joined(separator: " "),
        command: ReminderUnits.word(program), argument: ReminderUnits.word(store.root)
      ), isStarted: isStarted)
  }

  private func agent(_ name: String, _ template: [UInt8]) -> Unit {
    let label = "tasks.\(name)\(suffix.isEmpty ? "" : "." + suffix.dropFirst())"
    return Unit(
      path: "\(home)/Library/LaunchAgents/\(label).plist",
      text: filled(
        template, store: store.root,
        environment: variables.map {
          "    <key>\($0)</key>\n    <string>\($1.escapedAsMarkup)</string>"
        }.joined(separator: "\n"),
        command: program.escapedAsMarkup, argument: store.root.escapedAsMarkup
      ).replacing("{label}", with: label), isStarted: true)
  }

  private func filled(
    _ template: [UInt8], store: String, environment: String, command: String, argument: String
  ) -> String {
    String(decoding: template, as: UTF8.self).replacing("{store}", with: store)
      .replacing("{environment}", with: environment).replacing("{command}", with: command)
      .replacing("{argument}", with: argument)
  }

  /// What the programs of the settings and the settings themselves are found by.
  private var variables: [(String, String)] {
    ["PATH", "XDG_CONFIG_HOME"].compactMap { name in
      store.context.variable(name).flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  /// This program as PATH finds it, since that path stays when a newer version is installed; else where it is.
  private var program: String {
    let own = store.context.program
    guard let found = NotifierProgram("tasks", store.context.variable)?.path, found.hasPrefix("/"),
      File.realPath(found) == File.realPath(own)
    else { return own }
    return found
  }

  /// Nothing for the default store, so that its units have the plain names; for another its folder's name and a mark of
  /// its path.
  private var suffix: String {
    let standard = StoreLocation.standardFolder(store.context.variable)
    if let standard, File.realPath(standard) == store.root { return "" }
    let name = TaskPath.slug(Text(String(store.root.split(separator: "/").last ?? "root")))
    return "-\(name)-\(String(ByteHash.of(store.root) & 0xFFFF, radix: 16))"
  }

  /// A word of ExecStart (systemd.service(5), "Command lines").
  private static func word(_ text: String) -> String {
    let escaped = percent(text).reduce(into: "") { text, character in
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "$": text += "$$"
      default: text.append(character)
      }
    }
    return "\"\(escaped)\""
  }

  /// `%` begins a specifier (systemd.unit(5)).
  private static func percent(_ text: String) -> String { text.replacing("%", with: "%%") }

  // MARK: Installing

  /// Writes the units of a kind in place of those of another, and starts them.
  ///
  /// - Returns: Why they were not started; nil if they were.
  package func install(_ kind: Kind, pushes: Bool) throws -> String? {
    _ = try remove()
    for unit in units(kind, pushes: pushes) {
      try StoreFile.write(
        Array(unit.text.utf8), to: unit.path, durable: false, makesFolder: true)
    }
    let started = units(kind, pushes: pushes).filter(\.isStarted)
    if kind == .launchd { return run(started.map { ["launchctl", "load", "-w", $0.path] }) }
    return run(
      [["systemctl", "--user", "daemon-reload"]]
        + started.map { ["systemctl", "--user", "enable", "--now", name(of: $0)] })
  }

  /// Stops and removes all units of the store.
  ///
  /// - Returns: The paths of those that were there.
  package func remove() throws -> [String] {
    var removed: [String] = []
    for kind in Kind.allCases {
      for unit in units(kind, pushes: true) where File.kind(unit.path) != nil {
        let words =
          kind == .launchd
          ? ["launchctl", "unload", "-w", unit.path]
          : ["systemctl", "--user", "disable", "--now", name(of: unit)]
        _ = run([words])
        try StoreFile.remove(unit.path)
        removed.append(unit.path)
      }
    }
    if removed.contains(where: { !$0.hasSuffix(".plist") }) {
      _ = run([["systemctl", "--user", "daemon-reload"]])
    }
    return removed
  }

  private func name(of unit: Unit) -> String {
    String(unit.path.split(separator: "/").last ?? "")
  }

  private func run(_ commands: [[String]]) -> String? {
    for words in commands {
      let command = words.joined(separator: " ")
      guard let program = NotifierProgram(words[0], store.context.variable) else {
        return "\(words[0]) is not on PATH"
      }
      do throws(NotificationFailure) {
        _ = try program.run(Array(words.dropFirst()))
      } catch {
        return "\(command): \(error.reason)"
      }
    }
    return nil
  }
}
