import TasksCore

/// The UUIDs by which Taskwarrior knows tasks.
package enum TaskwarriorID {
  /// 8f7a2f4e-6c0b-8d5a-9b1e-3d2c5a7e9f10, which stands for all ids of ours.
  private static let space: [UInt8] = [
    0x8F, 0x7A, 0x2F, 0x4E, 0x6C, 0x0B, 0x8D, 0x5A, 0x9B, 0x1E, 0x3D, 0x2C, 0x5A, 0x7E, 0x9F, 0x10,
  ]

  /// Returns the UUID of a task: its id if that is one, else a UUID of version 8 made of the SHA-256 of the namespace
  /// and the id (RFC 9562, 5.8 and B.2). Version 5 would do the same with SHA-1.
  package static func uuid(of id: TaskID) -> Text {
    isUUID(id.text.bytes) ? id.text : uuid(named: id.text.bytes)
  }

  /// The UUID of the present instance of a task that repeats: the one that it has in Taskwarrior, or one of ours.
  static func instance(of task: Task) -> Text {
    keptInstance(of: task)?.value ?? instance(of: uuid(of: task.id))
  }

  /// The UUID of the instance of ours of a template.
  static func instance(of template: Text) -> Text {
    uuid(named: Array("instance ".utf8) + template.bytes)
  }

  /// The property that holds the UUID of an instance of Taskwarrior's.
  static func keptInstance(of task: Task) -> Task.Property? {
    task.properties.first { $0.name == "instance" && isUUID($0.value.bytes) }
  }

  private static func uuid(named name: [UInt8]) -> Text {
    var bytes = Array(SHA256.digest(of: space + name).prefix(16))
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { out.append(0x2D) }
      out += [digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
    return Text(bytes: out)
  }

  package static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == 0x2D : byte.isDigit || (0x61...0x66).contains(byte | 0x20)
      }
  }
}
