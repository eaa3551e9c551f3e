import CPlatform

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
