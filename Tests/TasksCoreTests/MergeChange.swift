import CoreTestSupport
import TasksCore

/// One thing that is done to a task file, as a value, so that a case that fails can be made smaller. Places
/// are counted round and round: every change can be made to every file.
enum MergeChange {
  /// What a command does; nothing where the file refuses it.
  case edits([Edit])
  // What a person does to lines and bytes.
  case swap(Int, Int)
  case remove(Int)
  case copy(Int, to: Int)
  case insert([UInt8], at: Int)
  case lowercase(Int)
  case returns
  case append([UInt8], to: Int)
  case cut(Int, by: Int)
  case byte(UInt8, at: Int)

  func applied(to version: TaskMerge.Version, _ format: Format) -> TaskMerge.Version {
    guard case .edits(let edits) = self else {
      return MergeCases.version(applied(to: version.bytes), format)
    }
    guard let edited = try? version.document?.applying(edits) else { return version }
    return TaskMerge.Version(bytes: edited.bytes, document: edited)
  }

  private func applied(to bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .byte(let byte, let place):
      guard !bytes.isEmpty else { return bytes }
      var bytes = bytes
      bytes[place % bytes.count] = byte
      return bytes
    default:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
      change(&lines)
      return Array(lines.joined(separator: [0x0A]))
    }
  }

  private func change(_ lines: inout [[UInt8]]) {
    let count = lines.count
    switch self {
    case .edits, .byte: break
    case .swap(let one, let other): lines.swapAt(one % count, other % count)
    case .remove(let line): lines.remove(at: line % count)
    case .copy(let line, let place): lines.insert(lines[line % count], at: place % count)
    case .insert(let text, let place): lines.insert(text, at: place % count)
    case .lowercase(let line): lines[line % count] = lines[line % count].map(\.lowercasedASCII)
    case .returns: lines = lines.map { $0.last == 0x0D ? $0 : $0 + [0x0D] }
    case .append(let text, let line): lines[line % count] += text
    case .cut(let line, let length):
      lines[line % count].removeLast(min(lines[line % count].count, length))
    }
  }

  /// The same with less in it.
  var smaller: [MergeChange] {
    guard case .edits(let edits) = self else { return [] }
    let fewer = edits.count < 2 ? [] : Shrink.without(edits)
    let simpler = edits.indices.flatMap { index in
      MergeChange.smaller(edits[index]).map { edit in
        edits.indices.map { $0 == index ? edit : edits[$0] }
      }
    }
    return (fewer + simpler).map { .edits($0) }
  }

  private static func smaller(_ edit: Edit) -> [Edit] {
    switch edit {
    case .tags(let tags): Shrink.without(tags).map { .tags($0) }
    case .field(let field, .list(let members)):
      Shrink.without(members).map { .field(field, FieldValue(list: $0)) }
    case .log(let log): Shrink.without(log).map { .log($0) }
    case .notes(let notes): Shrink.without(notes.lines).map { .notes(Text.joining($0)) }
    default: []
    }
  }
}
