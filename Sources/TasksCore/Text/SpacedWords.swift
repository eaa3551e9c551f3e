extension [String] {
  /// The words, separated by single spaces. The library's generic `joined` is avoided: resolving its argument's
  /// conformances at run time takes longer than parsing a task in a short run of the program.
  package var spaced: String {
    var text = first ?? ""
    for word in dropFirst() { text += " " + word }
    return text
  }
}
