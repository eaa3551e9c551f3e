/// Two pieces of work done side by side: the kernel has room for two looks at files, while the disk is waited for there
/// is time, and what follows from values alone needs nobody's leave.
public enum ParallelHalves {
  /// The results of both; the second runs in a thread of its own, or after the first where there is none to have.
  public static func run<First, Second>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let side = BackgroundThread(second)
    let one = first()
    return (one, side.result())
  }

  /// What is made of many things, of one half of them in the second thread; all in this one where they are few.
  public static func halves<Element: Sendable, Result>(
    of elements: [Element], _ make: @escaping @Sendable (ArraySlice<Element>) -> [Result]
  ) -> [Result] {
    guard elements.count >= 32 else { return make(elements[...]) }
    let middle = elements.count / 2
    let (first, second) = run({ make(elements[..<middle]) }, { make(elements[middle...]) })
    return first + second
  }
}
