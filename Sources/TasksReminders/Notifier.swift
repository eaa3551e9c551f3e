import Platform
import TasksCore
import TasksPlanning
import TasksStore

/// Shows notifications in the first way that works: the user's own command, the desktop, tmux, the terminal.
package struct Notifier {
  private let ways: [any NotificationWay]
  private let sound: AlertSound
  /// Whether only important alerts are shown; the others are only counted.
  let showsImportantOnly: Bool

  /// - Throws: `invalid` for a setting that cannot be used.
  package init(
    _ settings: UserSettings, variable: @escaping (String) -> String?
  ) throws(StoreError) {
    let own = settings.string("remind.notifier").flatMap { $0.isEmpty ? nil : $0 }
    ways =
      (own.map { [UserNotifier(command: $0)] } ?? []) + [
        NotifySend(variable), NotificationBus(variable), TerminalNotifier(variable),
        AppleScript(variable), Tmux(variable), TerminalLine(),
      ]
    sound = AlertSound(command: settings.string("remind.sound-command"), variable: variable)
    switch settings.string("remind.popup") {
    case nil, "all": showsImportantOnly = false
    case "important": showsImportantOnly = true
    case let other?:
      throw .invalid("remind.popup in your settings is '\(other)'; it can be all or important")
    }
  }

  /// What came of showing a notification.
  package struct Attempt {
    /// Nil if no way worked.
    package internal(set) var shown: ShownNotice?
    /// Why ways did not work.
    package internal(set) var failures: [String] = []
    /// Whether a way that did not say that it worked may have shown it.
    var mayBeShown = false
  }

  /// Shows a notification.
  ///
  /// - Parameters:
  ///   - old: What the ledger knows of one to replace.
  ///   - snooze: As in ``NotificationWay/show(_:replacing:snooze:)``.
  package func show(
    _ notice: AlertNotice, replacing old: String? = nil, snooze: Int? = nil
  ) -> Attempt {
    var attempt = Attempt()
    for way in ways where way.isThere {
      do throws(NotificationFailure) {
        attempt.shown = try way.show(notice, replacing: handle(old, of: way), snooze: snooze)
        // Ways that are not for this session are passed over in silence; the user's own is not.
        attempt.failures.removeAll { !$0.hasPrefix(UserNotifier.setting) }
        break
      } catch {
        let reason = ControlCharacters.escaped(Text(error.reason))
        attempt.failures.append("\(way.name) did not show the reminder: \(reason)")
        attempt.mayBeShown = attempt.mayBeShown || error.mayBeShown
      }
    }
    return attempt
  }

  /// Begins the sound of an important alert.
  package func playSound() -> RunningChild? { sound.play() }

  /// Takes away what the ledger knows as shown.
  func withdraw(_ text: String) {
    for way in ways where way.isThere {
      if let handle = handle(text, of: way) { return way.withdraw(handle) }
    }
  }

  private func handle(_ text: String?, of way: some NotificationWay) -> String? {
    // The number is that of the daemon, however it was reached.
    let names =
      ["notify-send", "gdbus"].contains(way.name) ? ["notify-send", "gdbus"] : [way.name]
    for name in names {
      if let text, text.hasPrefix(name + ":") { return String(text.dropFirst(name.utf8.count + 1)) }
    }
    return nil
  }
}
