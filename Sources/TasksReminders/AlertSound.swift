import Platform

/// The sound of an important alert. Notification daemons play none, so a program of the system does.
struct AlertSound {
  /// The command of the user's settings, `remind.sound-command`; empty for no sound, nil for the first way that works.
  let command: String?
  let variable: (String) -> String?

  /// Begins to play; the bell of the terminal is the last way.
  ///
  /// - Returns: The program that plays; nil if nothing more is to come.
  func play() -> RunningChild? {
    if command == "" { return nil }
    for process in command.map({ [ChildProcess("/bin/sh", ["-c", $0])] }) ?? programs {
      guard let child = try? RunningChild(process) else { continue }
      // One that cannot play says so at once.
      if !child.wait(1) { return child }
      if child.status == .exited(0) { return nil }
    }
    _ = TerminalLine.write("\u{7}")
    return nil
  }

  private var programs: [ChildProcess] {
    let files = [
      "/usr/share/sounds/freedesktop/stereo/alarm-clock-elapsed.oga",
      "/System/Library/Sounds/Glass.aiff",
    ]
    let ways: [(name: String, arguments: [String])] = [
      ("canberra-gtk-play", ["-i", "alarm-clock-elapsed"]), ("paplay", [files[0]]),
      ("pw-play", [files[0]]), ("afplay", [files[1]]),
    ]
    return ways.compactMap { way in
      NotifierProgram(way.name, variable).map { ChildProcess($0.path, way.arguments) }
    }
  }
}
