import TasksCore

/// The content lines of an iCalendar file, unfolded (RFC 5545, 3.1).
///
/// Bytes are joined before anything is decoded, because some programs fold inside a character. Lines may end in LF
/// alone, a fold may be a tab, and empty lines are skipped.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var outlying: ArraySlice<OutlyingEvents.Lines>

  /// - Parameter outlying: Lines that are passed over.
  init(_ bytes: [UInt8], without outlying: [OutlyingEvents.Lines] = []) {
    self.bytes = bytes
    self.outlying = outlying[...]
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Counted from 1.
  private var number = 0

  mutating func next() -> (line: Int, bytes: [UInt8])? {
    while let line = takeRead() {
      if bytes[line].isEmpty { continue }
      let start = number
      var content = Array(bytes[line])
      while position < bytes.count {
        let saved = (position, number)
        guard let fold = take() else { break }
        if bytes[fold].isEmpty { continue }
        guard bytes[fold.start].isBlank else {
          (position, number) = saved
          break
        }
        content += bytes[fold].dropFirst()
      }
      return (start, content)
    }
    return nil
  }

  private mutating func takeRead() -> ByteLine? {
    while let lines = outlying.first, lines.range.lowerBound == position {
      outlying.removeFirst()
      position = lines.range.upperBound
      number += lines.count
    }
    return take()
  }

  private mutating func take() -> ByteLine? {
    guard let line = bytes[...].line(at: position) else { return nil }
    position = line.next
    number += 1
    return line
  }
}
