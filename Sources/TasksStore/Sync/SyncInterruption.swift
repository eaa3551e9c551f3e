import Git
import Platform

extension StoreError {
  /// The signal that has ended what was done, where that is why it failed.
  public static func interruption(_ error: any Error) -> Int32? {
    guard case .git(.system(.interrupted(let number))) = StoreError(error) else { return nil }
    return number
  }
}
