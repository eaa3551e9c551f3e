/// The clones of a store.
public struct DevicesAnswer: Answer {
  public let kind = "devices"
  public let devices: [KnownDevice]

  public init(_ devices: [KnownDevice]) { self.devices = devices }

  public func write(to json: inout JSONWriter) {
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

/// A clone of the store that this clone knows of.
public struct KnownDevice: Sendable {
  public let id: String
  public let name: String
  public let isThis: Bool
  /// The last commit it has seen; nil if it has published no record.
  public let seen: String?
  /// When it published its record.
  public let time: Timestamp?
  /// The number of commits of this clone that it has not seen.
  public let waiting: Int

  public init(
    id: String, name: String, isThis: Bool, seen: String?, time: Timestamp?, waiting: Int
  ) {
    self.id = id
    self.name = name
    self.isThis = isThis
    self.seen = seen
    self.time = time
    self.waiting = waiting
  }
}
