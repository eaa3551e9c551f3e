import TasksCore
import TasksExchange
import Testing

/// A file of the store, as clients write it through the door.
struct DoorFile {
  let document: any TaskDocument
  private let door = TodoResourceWorld()

  init(_ task: TasksCore.Task) throws {
    document = try TaskPrinter.print(new: task, ForeignCase.keywords, .standard)
  }

  init(document: any TaskDocument) { self.document = document }

  var task: TasksCore.Task { document.task }

  func put(_ body: [UInt8]) throws -> DoorFile {
    // A file may have keywords of its own.
    var door = door
    door.context.workflow = document.workflow
    let meant = try door.applied(body, to: task)
    return DoorFile(document: try document.applying(meant.edits(from: task)))
  }

  func put(_ edits: [(String, String?)]) throws -> DoorFile {
    try put(Array(door.text(task, edits).utf8))
  }

  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(";", with: "\\;")
      .replacing("\n", with: "\\n")
  }

  /// What is printed as the value of a line of TEXT.
  func text(of name: String) -> String {
    let line = door.text(task).split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    var text = ""
    var isEscaped = false
    for scalar in line.dropFirst(name.count + 1).unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(isEscaped && scalar == "n" ? "\n" : scalar)
        isEscaped = false
      }
    }
    return text
  }
}
