extension UnsafeRawBufferPointer {
  /// Whether the bytes of a word stand in these, found by the system's own search for the first of them.
  public func holds(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, var place = baseAddress else { return word.isEmpty }
    let end = place + count
    while end - place >= word.count,
      let found = memchr(place, Int32(first), end - place - word.count + 1)
    {
      if memcmp(found, word, word.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
