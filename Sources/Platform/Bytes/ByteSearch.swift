extension UnsafeRawBufferPointer {
  /// Whether these bytes contain a word. Uses memchr(3) to find its first byte.
  package func holds(_ word: String) -> Bool {
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
