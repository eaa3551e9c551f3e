import TasksCore
import Testing

/// A moment or a day for tests.
package func moment(_ iso: String) throws -> Timestamp {
  try #require(Timestamp(iso: iso))
}
