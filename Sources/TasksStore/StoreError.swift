import Git
import Platform
import TasksCore

package enum StoreError: ReportedError {
  case notAStore(path: String)
  case notARepository(path: String)
  case damaged(path: String, reason: String)
  case newerVersion(Int, path: String)
  /// A sparse checkout leaves out the settings of a store, a path in the repository at `top`.
  case leftOut(path: String, settings: String, top: String)
  /// `near` are tasks that may be meant.
  case noSuchTask(String, near: NearTasks? = nil)
  /// `short` is the shortest unique beginning of the id.
  case ambiguousID(String, matches: [(id: String, short: String, title: String, path: String)])
  case unreadable(path: String, ReadError)
  case tooManyOpen(limit: Int, open: Int)
  /// A change would make a cycle of tasks.
  case cycle(NamedCycle)
  case cannotEdit(title: String, EditError)
  case inTheMiddle(OngoingOperation)
  /// A merge left conflicts in the task's file.
  case conflicted(path: String)
  case locked(path: String, owner: Int32?)
  /// Another program saved a file while it was being changed.
  case changedMeanwhile(path: String)
  case file(doing: String, path: String, reason: String)
  case nothingToUndo(String)
  /// A point that is not in the history, which begins at `start`; nil for a store without commits.
  case beforeHistory(String, start: Timestamp?, isShallow: Bool)
  /// A word that is neither a date nor a commit.
  case noSuchPoint(String)
  /// The number of changes that a history leaves out, and why.
  case incompleteHistory(Int, GitError)
  /// `said` is git's output, empty if git printed it on a terminal.
  case cloneFailed(url: String, said: String)
  case invalid(String)
  /// A hook of the user has failed; `said` is its message, which may be empty.
  case refusedByHook(String, said: String)
  /// A hook of the user has printed what cannot be used.
  case badHook(String, reason: String)
  case git(GitError)
}

extension StoreError {
  package var kind: ErrorKind {
    switch self {
    case .notAStore, .notARepository, .damaged, .newerVersion, .leftOut: .noStore
    case .noSuchTask: .noSuchTask
    case .ambiguousID: .ambiguous
    case .tooManyOpen: .limit
    case .cannotEdit, .invalid, .cycle, .beforeHistory, .noSuchPoint: .usage
    case .cloneFailed: .network
    case .git(let error), .incompleteHistory(_, let error): error.kind
    case .unreadable, .inTheMiddle, .conflicted, .locked, .changedMeanwhile, .file, .nothingToUndo,
      .refusedByHook, .badHook:
      .failed
    }
  }

  /// Whether what others have written cannot be taken in now, and waits for a later command.
  package var isRefusal: Bool {
    switch self {
    case .refusedByHook, .badHook, .changedMeanwhile, .invalid, .cannotEdit, .cycle, .conflicted:
      true
    default: false
    }
  }

  /// Wraps any error of the store and the modules below it.
  package init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as GitError: self = .git(error)
    case let error as SystemError: self = StoreError(error)
    default: self = .invalid("\(error)")
    }
  }
}

extension GitError: ReportedError {
  package var kind: ErrorKind {
    switch self {
    case .notARepository, .dubiousOwnership, .bareRepository, .unsupportedRepository,
      .unsupportedIndex, .badConfig, .noSuchObject:
      .noStore
    case .notFetched: .network
    default: .failed
    }
  }

  package var message: String { description }
}

extension SystemError: ReportedError {
  package var kind: ErrorKind { .failed }
  package var message: String { description }
}

extension StoreError {
  /// Returns the signal that interrupted an operation, if that is why it failed.
  package static func interruption(_ error: any Error) -> Int32? {
    guard case .git(.system(.interrupted(let number))) = StoreError(error) else { return nil }
    return number
  }

  package init(_ error: SystemError) {
    switch error {
    case .call(let doing, let path, let code):
      self = .file(doing: doing, path: path, reason: SystemError.message(code))
    case .programNotStarted, .interrupted: self = .git(.system(error))
    }
  }
}

extension StoreError {
  private static func word(_ text: String) -> String {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
    }
    return isPlain
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }

  package var message: String {
    switch self {
    case .notAStore(let path):
      "there is no store at \(path); make one there with: tasks init \(path)"
    case .notARepository(let path):
      "the store at \(path) is not in a git repository; make it one with: tasks init \(path)"
    case .damaged(let path, let reason):
      "the store cannot be used: \(path) \(reason)"
    case .newerVersion(let version, let path):
      "\(path) has version \(version), which needs a newer tasks; install that"
    case .leftOut(let path, let settings, let top):
      "the sparse checkout leaves out the settings of the store at \(path); bring them back with: "
        + "git -C \(StoreError.word(top)) sparse-checkout add \(StoreError.word(settings))"
    case .noSuchTask(let word, let near):
      ((1..<TaskID.shortest).contains(word.utf8.count)
        ? "'\(word)' is too short for an id: at least \(TaskID.shortest) characters are needed"
        : "no task has an id that begins with '\(word)'")
        + (near?.offer ?? "; tasks list --all shows the ids")
    case .ambiguousID(let word, let matches):
      if Set(matches.map(\.id)).count == 1 {
        "several files have the id \(matches.first?.id ?? word); name one by its path:\n"
          + matches.map { "  \($0.id)  \($0.title)  \($0.path)" }.joined(separator: "\n")
      } else {
        "'\(word)' matches \(matches.count) tasks: "
          + NearTasks.names(matches.map { ($0.short, $0.title) })
      }
    case .unreadable(let path, let error):
      "\(path) cannot be read: \(error.reason)"
    case .tooManyOpen(let limit, let open):
      "the store has reached its limit of \(limit) open tasks; finish some, or raise the limit: "
        + "tasks config max-open \(max(limit, open) + 100)"
    case .cycle(let cycle):
      "then \(cycle.relation.fault): \(cycle.tasks); to break the circle elsewhere: \(cycle.remedy)"
    case .cannotEdit(let title, let error):
      "'\(title)': \(error.reason)"
    case .inTheMiddle(let operation):
      "the repository is in the middle of \(operation == .am ? "an" : "a") \(operation.rawValue); finish it, or abort it with: "
        + "tasks git \(operation.rawValue) \(operation == .bisect ? "reset" : "--abort")"
    case .conflicted(let path):
      "\(ControlCharacters.escaped(path)) has conflicts from a merge, and a change would lose fields; merge it first with: tasks doctor --fix"
    case .locked(let path, let owner):
      "another tasks command is writing"
        + (owner.map { " (process \($0))" } ?? "") + "; try again when it is done (\(path))"
    case .changedMeanwhile(let path):
      "another program keeps changing \(path); try again when it is done"
    case .file(let doing, let path, let reason):
      "could not \(doing) \(path): \(reason)"
    case .nothingToUndo(let reason): reason
    case .beforeHistory(let word, nil, _):
      "'\(word)' is not in the history, which has no commit yet"
    case .beforeHistory(let word, let start?, true):
      "'\(word)' is before \(start.shown), where this shallow clone ends; fetch the rest with: "
        + "tasks git fetch --unshallow"
    case .beforeHistory(let word, let start?, false):
      "'\(word)' is before the history, which begins at \(start.shown)"
    case .noSuchPoint(let word):
      "'\(word)' is neither a date nor a commit of this repository\ntry: yesterday, -3d, "
        + "\"last friday\", 2026-11-20@17:00, @{3}, or a commit that tasks log shows"
    case .incompleteHistory(let count, let error):
      "\(count == 1 ? "1 change is" : "\(count) changes are") not shown: \(error.description)"
    case .cloneFailed(let url, let said):
      "git could not clone \(SyncTarget.withoutPassword(url))"
        + (said.isEmpty ? "; its messages are above" : "\n" + said)
    case .invalid(let message): message
    case .refusedByHook(let hook, let said):
      "the hook \(hook) refused the change" + (said.isEmpty ? "" : ": \(said)")
    case .badHook(let hook, let reason):
      "what the hook \(hook) printed cannot be used: \(reason); nothing was changed"
    case .git(let error): error.description
    }
  }
}
