/// What came of a piece of work that may fail, to be handed from one thread to another. `Result` says the same, but wants
/// the proof that its failure is an error: each process that makes such a type has to look for it among all proofs there
/// are, which takes as long as reading ten tasks.
public enum Attempt<Value, Failure> {
  case success(Value)
  case failure(Failure)
}

extension Attempt: Sendable where Value: Sendable, Failure: Sendable {}

extension Attempt where Failure: Error {
  public init(_ body: () throws(Failure) -> Value) {
    do throws(Failure) {
      self = .success(try body())
    } catch {
      self = .failure(error)
    }
  }

  public func get() throws(Failure) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}
