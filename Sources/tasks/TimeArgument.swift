import TasksCore
import TasksStore

/// A moment in the past, as `--at` takes it.
struct TimeArgument {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the moment in seconds since 1970. A day without a time means its end.
  func read(_ text: String) throws -> Int64 {
    let moment = try DateReader(now: session.now).read(text)
    let last = Timestamp(moment.date, minute: moment.minute ?? 1439)
    return Int64(WallClock.secondsSince1970(of: last)) + 59
  }
}

/// An age, as `--older-than` takes it: `30d`, `2w`.
struct Age {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the moment that long ago.
  func moment(_ text: String) throws -> Timestamp {
    guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true,
      let moment = try? DateReader(now: session.now).read("-" + text)
    else {
      throw CommandError("'\(text)' is not an age; write 30d, 2w or 6mo", code: .usage)
    }
    return Timestamp(moment.date, minute: moment.minute ?? session.now.minute)
  }
}
