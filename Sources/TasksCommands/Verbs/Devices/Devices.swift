import ArgumentParser
import TasksCore
import TasksStore
import TasksSync
import TasksTerminal

struct Devices: Verb {
  static let names = "devices"
  static let configuration = CommandConfiguration(
    of: Devices.self,
    abstract: "List the clones, when each last synchronized, and how many changes wait for it.",
    discussion: """
        tasks devices
        tasks devices --json
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let session = try Session(options)
    let devices = try session.openStore().devices(local: LocalTime.timestamp(at:))
    let answer = JSONAnswer("devices", rows: devices) { json, device in
      json.member("id", device.id)
      json.member("name", device.name)
      json.member("this", device.isThis)
      json.member("seen", device.seen)
      json.member("time", device.time)
      json.member("waiting", device.waiting)
    }
    try session.print(answer) { output in
      guard session.terminal.width == nil else {
        var table = CellTable([
          CellTable.Column(heading: "Device", least: 12, isMain: true),
          CellTable.Column(heading: "Seen"), CellTable.Column(heading: "Waiting", isRight: true),
          CellTable.Column(heading: "ID", least: 12),
        ])
        let dates = RelativeDate(now: session.now)
        for device in devices {
          table.add(ControlCharacters.escaped(device.name), device.isThis ? .bold : nil)
          table.add(device.isThis ? "this device" : device.time.map(dates.text) ?? "never", .date)
          table.add(device.isThis ? "" : "\(device.waiting)", device.waiting > 0 ? .today : .dim)
          table.add(device.id, .dim)
        }
        return table.write(to: &output)
      }
      let width = devices.map { CellWidth.of(ControlCharacters.escaped($0.name)) }.max() ?? 0
      for device in devices {
        let name = ControlCharacters.escaped(device.name)
        let padding = String(repeating: " ", count: width - CellWidth.of(name))
        let seen = device.time.map { "seen " + $0.shown } ?? "never seen"
        let changes = device.waiting == 1 ? "1 change waits" : "\(device.waiting) changes wait"
        let state = device.isThis ? "this device" : "\(seen), \(changes)"
        output.line("\(name)\(padding)  \(state)  \(device.id)")
      }
    }
  }
}
