import Foundation
import Platform
import Synchronization
import Testing

@Suite struct SignalWatchTests {
  /// A handler may be at work on one thread while another ends the watch it writes for. What it wrote to was closed
  /// under it: a SIGPIPE, or a byte in whatever has been opened with that number since.
  @Test func aSignalMayComeAsAWatchEnds() throws {
    let isOver = Mutex(false)
    let senders = (0..<3).map { _ in
      let thread = Thread {
        Interruption.unblock([SIGCHLD])
        while !isOver.withLock({ $0 }) { raise(SIGCHLD) }
      }
      thread.start()
      return thread
    }
    for _ in 0..<20_000 { withExtendedLifetime(try SignalWatch()) {} }
    isOver.withLock { $0 = true }
    while !senders.allSatisfy(\.isFinished) { usleep(1_000) }
  }
}
