import TasksCore
import TasksSync

/// The clones of a store.
package struct DevicesAnswer: Answer {
  package let kind = "devices"
  let devices: [KnownDevice]

  package init(_ devices: [KnownDevice]) { self.devices = devices }

  package func write(to json: inout JSONWriter) {
    json.array(devices) { json, device in
      json.object { json in
        json.member("id", device.id)
        json.member("name", device.name)
        json.member("this", device.isThis)
        json.member("seen", device.seen)
        json.member("time", device.time)
        json.member("waiting", device.waiting)
      }
    }
  }
}
