#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Two pieces of work done side by side: the kernel has room for two looks at files, while the disk is waited for there
/// is time, and what follows from values alone needs nobody's leave.
enum TwoThreads {
  /// The results of both; the second runs in a thread of its own, or after the first where there is none to have.
  static func run<First, Second>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let work = Work(second)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passUnretained(work as Runnable).toOpaque()
    let failure = pthread_create(&thread, nil, runInThread, context)
    let one = first()
    if failure == 0 {
      #if canImport(Darwin)
        if let thread { pthread_join(thread, nil) }
      #else
        pthread_join(thread, nil)
      #endif
    }
    return (one, work.result ?? second())
  }

  /// What is made of many things, of one half of them in the second thread.
  static func halves<Element: Sendable, Result>(
    of elements: [Element], _ make: @escaping @Sendable (ArraySlice<Element>) -> [Result]
  ) -> [Result] {
    let middle = elements.count / 2
    let (first, second) = run({ make(elements[..<middle]) }, { make(elements[middle...]) })
    return first + second
  }

  private class Runnable {
    func run() {}
  }

  private final class Work<Result>: Runnable {
    private let body: @Sendable () -> Result
    private(set) var result: Result?

    init(_ body: @escaping @Sendable () -> Result) { self.body = body }

    override func run() { result = body() }
  }

  #if canImport(Darwin)
    private static let runInThread:
      @convention(c) (UnsafeMutableRawPointer) ->
        UnsafeMutableRawPointer? = { context in
          Unmanaged<Runnable>.fromOpaque(context).takeUnretainedValue().run()
          return nil
        }
  #else
    private static let runInThread:
      @convention(c) (UnsafeMutableRawPointer?) ->
        UnsafeMutableRawPointer? = { context in
          if let context { Unmanaged<Runnable>.fromOpaque(context).takeUnretainedValue().run() }
          return nil
        }
  #endif
}
