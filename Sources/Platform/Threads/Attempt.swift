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
