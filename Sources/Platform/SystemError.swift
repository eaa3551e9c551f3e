package enum SystemError: Error, Equatable, Sendable {
  /// A system call failed; `doing` ends the sentence "could not …", `code` is an `errno`.
  case call(doing: String, path: String, code: Int32)
  /// A program could not be started.
  case programNotStarted(name: String, code: Int32)
  /// A signal asked this process to end while it waited for a child, which has ended.
  case interrupted(signal: Int32)

  /// Makes the error of the last system call on a path, from `errno`.
  package static func last(_ doing: String, _ path: String) -> SystemError {
    .call(doing: doing, path: path, code: errno)
  }

  /// Returns the system's message for an `errno` (strerror(3)).
  package static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .call(let doing, let path, let code):
      "could not \(doing) \(path): \(SystemError.message(code))"
    case .programNotStarted(let name, let code):
      "could not start \(name): \(SystemError.message(code)); is it installed and on PATH?"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    }
  }
}

// Exports the C library of the system to every module that imports Platform.

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif

extension stat {
  /// When the file was last written.
  @inlinable package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When the file or its status was last changed.
  @inlinable package var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

/// A success or a failure, to be passed from one thread to another.
///
/// `Result` requires its failure to conform to `Error`: each process that instantiates such a type searches all
/// conformances for it, which takes as long as reading ten tasks.
package enum Attempt<Value, Failure> {
  case success(Value)
  case failure(Failure)
}

extension Attempt: Sendable where Value: Sendable, Failure: Sendable {}

extension Attempt where Failure: Error {
  package init(_ body: () throws(Failure) -> Value) {
    do throws(Failure) {
      self = .success(try body())
    } catch {
      self = .failure(error)
    }
  }

  package func get() throws(Failure) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}
