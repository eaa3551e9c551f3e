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
