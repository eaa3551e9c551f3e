import ArgumentParser
import TasksCore
import TasksStore

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the clones, when each last synchronized, and how many changes wait for it.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let devices = try Session(options).openStore().devices()
    var output = Output()
    if options.json {
      output.write(
        JSONWriter.document(kind: "devices") { json in
          json.array(devices) { json, device in
            json.object { json in
              json.key("id")
              json.string(device.id)
              json.key("name")
              json.string(device.name)
              json.key("this")
              json.bool(device.isThis)
              json.key("seen")
              json.string(device.seen.map { Text($0) })
              json.key("time")
              json.date(device.time.map { WallClock.local($0) })
              json.key("waiting")
              json.number(device.waiting)
            }
          }
        })
    } else {
      let width = devices.map { CellWidth.of(Visible.text($0.name)) }.max() ?? 0
      for device in devices {
        let name = Visible.text(device.name)
        let padding = String(repeating: " ", count: width - CellWidth.of(name))
        let seen =
          device.time.map { "seen " + WallClock.local($0).shown } ?? "never seen"
        let changes = device.waiting == 1 ? "1 change waits" : "\(device.waiting) changes wait"
        let state = device.isThis ? "this device" : "\(seen), \(changes)"
        output.line("\(name)\(padding)  \(state)  \(device.id)")
      }
    }
    try output.flush()
  }
}
