import Git

/// The signals that ask this process to end, for those that wait for git.
public typealias Interruption = Git.Interruption

extension StoreError {
  /// The signal that has ended what was done, where that is why it failed.
  public static func interruption(_ error: any Error) -> Int32? {
    guard case .git(.interrupted(let number)) = StoreError(error) else { return nil }
    return number
  }
}
