import Git
import Platform

extension StoreError {
  /// Returns the signal that interrupted an operation, if that is why it failed.
  public static func interruption(_ error: any Error) -> Int32? {
    guard case .git(.system(.interrupted(let number))) = StoreError(error) else { return nil }
    return number
  }
}
