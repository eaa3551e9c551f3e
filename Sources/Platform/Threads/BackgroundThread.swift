import CPlatform
import Synchronization

/// Runs a closure in a thread of its own, which starts with `init`.
package final class BackgroundThread<Result> {
  #if canImport(Darwin)
    private typealias Thread = pthread_t?
  #else
    private typealias Thread = pthread_t
  #endif

  private let work: Work<Result>
  /// Nil if no thread could be created, and after it was joined.
  private var thread: Thread?

  package init(_ body: @escaping @Sendable () -> Result) {
    work = Work(body)
    let context = Unmanaged.passUnretained(work as Runnable).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, runInThread, context)
    #else
      var thread = pthread_t()
      let code = platform_start_elsewhere(&thread, runInThread, context)
    #endif
    if code == 0 { self.thread = .some(thread) }
  }

  deinit { join() }

  /// Waits for the thread and returns the closure's result; runs the closure now if no thread could be created. Call
  /// it only once: the result is moved out, since a value with two references is copied when it is changed.
  package func result() -> Result {
    join()
    return work.taken()
  }

  private func join() {
    guard let thread else { return }
    self.thread = nil
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}

private class Runnable {
  func run() {}
}

private final class Work<Result>: Runnable {
  private let body: @Sendable () -> Result
  private var result: Result?
  private var isTaken = false

  init(_ body: @escaping @Sendable () -> Result) { self.body = body }

  override func run() { result = body() }

  func taken() -> Result {
    precondition(!isTaken)
    isTaken = true
    defer { result = nil }
    return result ?? body()
  }
}

#if canImport(Darwin)
  private let runInThread: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
    context in
    Unmanaged<Runnable>.fromOpaque(context).takeUnretainedValue().run()
    return nil
  }
#else
  private let runInThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    context in
    if let context { Unmanaged<Runnable>.fromOpaque(context).takeUnretainedValue().run() }
    return nil
  }
#endif

/// Runs two pieces of work in parallel: the kernel can look up two files at a time, and while one thread waits for
/// the disk the other can compute.
package enum ParallelHalves {
  /// Returns both results; the second closure runs in a background thread, or after the first if no thread could be
  /// created.
  package static func run<First, Second>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let side = BackgroundThread(second)
    let one = first()
    return (one, side.result())
  }

  /// Maps an array in two halves, the second one in a background thread; fewer than 32 elements are mapped in this
  /// thread.
  package static func halves<Element: Sendable, Result>(
    of elements: [Element], _ make: @escaping @Sendable (ArraySlice<Element>) -> [Result]
  ) -> [Result] {
    guard elements.count >= 32 else { return make(elements[...]) }
    let middle = elements.count / 2
    let (first, second) = run({ make(elements[..<middle]) }, { make(elements[middle...]) })
    return first + second
  }
}

/// An atomic counter that hands each number to exactly one thread.
package final class WorkQueue: Sendable {
  private let end: Int
  private let taken = Atomic(0)

  /// Makes a queue of the numbers from 0 up to, not including, `end`.
  package init(_ end: Int) { self.end = end }

  /// Takes the next number; nil when none is left.
  package func next() -> Int? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < end ? number : nil
  }
}
