/// The content lines of an iCalendar file, unfolded (RFC 5545, 3.1).
///
/// Bytes are joined before anything is decoded, because some programs fold inside a character. Lines may end in LF
/// alone, a fold may be a tab, and empty lines are skipped.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Counted from 1.
  private var number = 0

  mutating func next() -> (line: Int, bytes: [UInt8])? {
    while let line = take() {
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

  private mutating func take() -> ByteLine? {
    guard let line = bytes[...].line(at: position) else { return nil }
    position = line.next
    number += 1
    return line
  }
}
