/// Arrays without duplicates. Short ones are searched element by element, because instantiating the generic Set takes
/// longer at run time.
extension Array where Element: Hashable {
  private static var few: Int { 16 }

  /// Returns the elements in order of first appearance, each once.
  package func uniqued() -> [Element] {
    if count < 2 { return self }
    var unique: [Element] = []
    unique.append(new: self)
    return unique
  }

  /// Appends the elements that the array does not contain yet, without duplicates.
  package mutating func append(new elements: some Collection<Element>) {
    guard count + elements.count > Array.few else {
      for element in elements where !contains(element) { append(element) }
      return
    }
    var seen = Set(self)
    for element in elements where seen.insert(element).inserted { append(element) }
  }
}
