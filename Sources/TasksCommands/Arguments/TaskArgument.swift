import ArgumentParser

/// The help texts of arguments that name tasks.
package enum TaskArgument {
  static let one: ArgumentHelp = "The task: the first letters of its id, or its path in the store."
  static let several = ArgumentHelp(
    "The tasks, each by the first letters of its id or by its path in the store.", valueName: "id")
  /// Of a verb that takes a note.
  static let noted = ArgumentHelp(
    "The tasks, each by the first letters of its id or by its path in the store; after a / on its own, a note "
      + "for their logs.", valueName: "id")
}
