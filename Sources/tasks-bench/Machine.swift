import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine and the day of a measurement.
struct Machine {
  let date: String
  let system: String
  let processor: String
  let cores: Int

  static func here() -> Machine {
    let release = field("PRETTY_NAME", of: "/etc/os-release", separator: "=")
    let model = field("model name", of: "/proc/cpuinfo", separator: ":")
    return Machine(
      date: CivilDate(dayNumber: time(nil) / 86_400).iso,
      system: release ?? "unknown system", processor: model ?? "unknown processor",
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  var text: String { "\(date), \(system), \(cores) × \(processor)" }

  /// Returns the value in the first line that begins with the name.
  private static func field(_ name: String, of path: String, separator: Character) -> String? {
    let text = String(decoding: Disk.read(path) ?? [], as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let place = line.firstIndex(of: separator)
    else { return nil }
    return String(
      line[line.index(after: place)...].drop { $0 == " " || $0 == "\"" }.filter { $0 != "\"" })
  }
}
