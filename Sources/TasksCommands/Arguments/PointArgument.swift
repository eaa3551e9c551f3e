import ArgumentParser
import TasksCore
import TasksStore

/// A point in the history, as `--at` takes it: a date, a commit, or `@{3}`.
package struct PointArgument {
  /// Returns the help of an option that takes a point.
  ///
  /// - Parameter what: The beginning of a sentence: `List the tasks as they were`.
  static func help(_ what: String) -> ArgumentHelp {
    ArgumentHelp(
      "\(what) at that time (yesterday, -3d, \"last friday\", 2026-11-20@17:00), in that commit, or before the last 3 changes (@{3}).",
      valueName: "when")
  }

  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Returns the point that a word names.
  ///
  /// - Parameter isStart: Whether a day without a time means its beginning, not its end.
  func read(_ text: String, isStart: Bool = false) throws -> HistoryPoint {
    if text == "@" { return HistoryPoint(text, .changesAgo(0)) }
    if text.hasPrefix("@{"), text.hasSuffix("}"), let count = Int(text.dropFirst(2).dropLast()),
      count >= 0
    {
      return HistoryPoint(text, .changesAgo(count))
    }
    do throws(InputError) {
      return HistoryPoint(text, .moment(try moment(text, isStart: isStart)))
    } catch {
      switch error {
      case .notPassed, .noSuchDay, .eitherDay: throw error
      // Anything else may be a revision.
      default: return HistoryPoint(text, .revision)
      }
    }
  }

  private func moment(_ text: String, isStart: Bool) throws(InputError) -> Int64 {
    let moment = try DateReader(now: session.now).readPast(text)
    let whole = Timestamp(moment.date, minute: moment.minute ?? (isStart ? 0 : 1439))
    return LocalTime.seconds(of: whole) + (isStart ? 0 : 59)
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
