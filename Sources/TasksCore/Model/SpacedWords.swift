extension [String] {
  /// The words with a space between each two. The library's `joined` first has to find out what its argument can do,
  /// which in a short run of the program takes longer than a task to be read.
  var spaced: String {
    var text = first ?? ""
    for word in dropFirst() { text += " " + word }
    return text
  }
}
