/// How this process takes memory from the system.
enum Memory {
  /// Has freed memory used again instead of given back: a process of ours is short, and each new page costs a
  /// visit to the kernel, of which arrays of thousands of tasks would take thousands (mallopt(3)).
  static func keepWhatIsFreed() {
    #if canImport(Glibc)
      _ = setAllocation(-3, 32 << 20)  // M_MMAP_THRESHOLD: larger pieces come straight from the system.
      _ = setAllocation(-1, 128 << 20)  // M_TRIM_THRESHOLD: that much may lie idle.
      _ = setAllocation(-2, 1 << 20)  // M_TOP_PAD: taken at a time.
    #endif
  }
}

#if canImport(Glibc)
  /// Swift's Glibc has no `malloc.h`.
  @_silgen_name("mallopt") private func setAllocation(_ option: Int32, _ value: Int32) -> Int32
#endif
