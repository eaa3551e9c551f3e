import Platform
import TasksCore
import TasksExchange
import TasksStore

/// A file of patches: one a line, as `log --patches` prints them, or all in one JSON document.
package struct PatchFile {
  package let patches: [(line: Int, patch: Patch)]

  /// - Parameter name: As the user knows the file.
  /// - Throws: `invalid`, with the first line that is damaged.
  package init(_ bytes: [UInt8], name: String) throws {
    var start = 0
    var number = 0
    var lines: [(number: Int, bytes: [UInt8])] = []
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      number += 1
      let isBlank = bytes[start..<end].allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
      if !isBlank { lines.append((number, Array(bytes[start..<end]))) }
      start = end + 1
    }
    if let first = lines.first, !PatchFile.isPatch(first.bytes),
      let json = try? JSONValue(bytes), case .array(let elements) = json["patches"]
    {
      patches = try elements.map { json in
        (first.number, try PatchFile.patch(first.number, name) { () in json })
      }
      return
    }
    let read = ParallelHalves.halves(of: lines) { lines in
      lines.map { line in
        Attempt { () throws(StoreError) in
          try PatchFile.patch(line.number, name) { () throws(JSONSyntaxError) in
            try JSONValue(line.bytes)
          }
        }
      }
    }
    patches = try zip(lines, read).map { ($0.number, try $1.get()) }
  }

  private static func isPatch(_ line: [UInt8]) -> Bool {
    guard let json = try? JSONValue(line) else { return false }
    return json["id"] != .null
  }

  private static func patch(
    _ line: Int, _ name: String, _ json: () throws(JSONSyntaxError) -> JSONValue
  ) throws(StoreError) -> Patch {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try json()
    } catch {
      throw .invalid(
        "\(name), line \(line) is damaged: no JSON at byte \(error.offset + 1); nothing was built")
    }
    do throws(Patch.Failure) {
      return try Patch(value)
    } catch {
      throw .invalid(
        "\(name), line \(line) is no patch: the key '\(ControlCharacters.escaped(error.key))' "
          + "is missing or cannot be read; nothing was built")
    }
  }
}
