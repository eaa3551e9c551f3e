import FlyingFox
import TasksCore
import TasksStore

/// A failure as the page is told of it: the status decides whether a queued command is tried again (503) or given back
/// to the user.
struct WebFailure {
  let status: HTTPStatusCode
  /// The short name, as `tasks --json` has it.
  let name: String
  let message: String

  init(_ error: any Error) {
    switch error {
    case let error as InputError:
      (status, name, message) = (.badRequest, "usage", "\(error.message); \(error.hint)")
    case let error as ActionError:
      (status, name, message) = (.badRequest, "failed", error.message)
    case let error as CipherError:
      (status, name, message) = (.badRequest, "failed", error.message)
    case let error as SyncFailure:
      (status, name, message) = (.badGateway, "network", error.description)
    default:
      let failure = StoreError(error)
      message = failure.description
      (status, name) = WebFailure.code(of: failure)
    }
  }

  private static func code(of failure: StoreError) -> (HTTPStatusCode, String) {
    switch failure {
    case .noSuchTask: (.notFound, "not-found")
    // Another program holds the store, or it is in the middle of a merge: the same command may succeed later.
    case .locked, .changedMeanwhile, .inTheMiddle, .file: (.serviceUnavailable, "failed")
    default:
      switch failure.kind {
      case .store: (.serviceUnavailable, "store")
      case .ambiguous: (.badRequest, "ambiguous")
      case .limit: (.badRequest, "limit")
      case .network: (.badGateway, "network")
      case .input, .noSuchTask: (.badRequest, "usage")
      case .failed: (.conflict, "failed")
      }
    }
  }
}
