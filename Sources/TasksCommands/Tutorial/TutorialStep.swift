import TasksCore

/// A step of the tutorial: what it explains, a command that does it, and how the store shows that it was done.
package struct TutorialStep {
  typealias State = TutorialPlace.State

  package let title: String
  let text: String
  /// A command that does it; ids are taken from the store.
  let example: (State) -> String
  package let praise: String
  /// What is done before it.
  var prepare: (TutorialPlace) throws -> Void = { _ in }
  /// Whether the store is as the step asks for.
  let isDone: (Progress) throws -> Bool

  /// What became of the store.
  struct Progress {
    /// The words of the last command.
    let words: [String]
    /// When the step began.
    let start: State
    /// Before the last command.
    let last: State
    let now: State
    /// Runs the last command once more and returns what it prints.
    let output: () throws -> String

    /// Whether more tasks match than when the step began.
    func hasMore(_ isCounted: (Task) -> Bool) -> Bool { gain(isCounted) > 0 }
    func hasFewer(_ isCounted: (Task) -> Bool) -> Bool { gain(isCounted) < 0 }

    private func gain(_ isCounted: (Task) -> Bool) -> Int {
      now.tasks.count(where: isCounted) - start.tasks.count(where: isCounted)
    }

    var hasOtherNotes: Bool { now.tasks.map(\.notes) != start.tasks.map(\.notes) }
  }

  package static var all: [TutorialStep] {
    [
      TutorialStep(
        title: "Add a task",
        text: """
          A task is added in one line. +phone is a tag, due:fri the deadline; everything
          else is the title. Dates can also be today, tomorrow, 3d, eom or 2026-12-24.
          """,
        example: { _ in "tasks add Call Bob +phone due:fri" },
        praise: "Added. The letters before the title are the beginning of its id."
      ) { $0.now.tasks.contains { $0.deadline != nil && !$0.tags.isEmpty } },
      TutorialStep(
        title: "Add another one, in a list",
        text: """
          list:home puts a task in a list, which may be a project or a place. Tags are
          for all else.
          """,
        example: { _ in "tasks add Buy milk list:home" },
        praise: "Now there are two."
      ) { $0.hasMore { $0.list != nil } },
      TutorialStep(
        title: "List them",
        text: """
          list shows the open tasks, and so does tasks alone. Words after it are a
          filter: list +phone, list due.before:eow, list milk.
          """,
        example: { _ in "tasks list" },
        praise: "In your order, the newest at the end."
      ) { progress in
        // A command that shows all open tasks.
        guard progress.now.tasks == progress.last.tasks else { return false }
        let text = try progress.output()
        return progress.now.tasks.filter(\.isOpen).allSatisfy { text.contains($0.title.string) }
      },
      TutorialStep(
        title: "Finish a task",
        text: """
          Name a task by the first letters of its id, as the list shows them. Several
          ids are one change.
          """,
        example: { "tasks done \($0.otherID)" },
        praise: "Finished tasks stay in the store: tasks list --done shows them."
      ) { $0.hasMore(\.isDone) },
      TutorialStep(
        title: "Take it back",
        text: """
          Each change is a commit of git, and undo reverses the last one with another
          commit. undo 3 goes back further, redo forward.
          """,
        example: { _ in "tasks undo" },
        praise: "It is open again."
      ) { $0.hasFewer(\.isDone) },
      TutorialStep(
        title: "Change a task",
        text: """
          modify takes the same words as add. pri:A is the priority, -phone removes a
          tag, due: without a value removes the deadline.
          """,
        example: { "tasks modify \($0.dueID) pri:A" },
        praise: "modify also takes a filter: tasks modify --where +phone due:mon."
      ) { $0.hasMore { $0.priority != nil } },
      TutorialStep(
        title: "Write a note",
        text: """
          note adds a line below the task. A line that begins with - [ ] is a checkbox.
          edit opens the whole file in your editor: it is plain Org, or Markdown if you
          like.
          """,
        example: { "tasks note \($0.dueID) He is in after ten." },
        praise: "tasks show ID prints a task with its notes."
      ) { $0.hasOtherNotes },
      TutorialStep(
        title: "Put them in order",
        text: """
          The list keeps your order. move takes top, bottom, up, down, and before or
          after another task.
          """,
        example: { "tasks move \($0.shorts.last ?? "ID") top" },
        praise: "The order is kept when clones are merged, too."
      ) { $0.now.tasks.map(\.id) != $0.start.tasks.map(\.id) },
      TutorialStep(
        title: "Change a task on two devices",
        text: """
          A store is a git repository, and any clone of it is another device. One named
          desktop has just been cloned; there the task got a note, which is pushed.
          Change the same task here, before you know of it.
          """,
        example: { "tasks modify \($0.dueID) +urgent" },
        praise: "Now both clones have changed one task.",
        prepare: { try $0.changeOnDesktop() }
      ) { $0.now.tasks != $0.start.tasks },
      TutorialStep(
        title: "Merge",
        text: """
          git merges lines, and would find a conflict here. In a store it merges tasks
          field by field. tasks git runs git in the store.
          """,
        example: { _ in "tasks git pull" },
        praise: "Both changes are there; tasks show and tasks log tell of them."
      ) { $0.hasOtherNotes },
      TutorialStep(
        title: "Synchronize",
        text: """
          sync does all of it in one step: it commits what you edited by hand, fetches,
          merges and pushes.
          """,
        example: { _ in "tasks sync" },
        praise: "The desktop will get it with its next sync."
      ) { $0.now.isSynced },
    ]
  }

  /// What only a terminal that can be painted shows.
  static var screen: TutorialStep {
    TutorialStep(
      title: "All of it on one screen",
      text: """
        ui shows the tasks on the whole terminal. j and k move, space finishes, a adds,
        g goes to other screens, ? lists the keys, and q comes back here.
        """,
      example: { _ in "tasks ui" },
      praise: "What git, other programs and other machines change appears there by itself."
    ) { $0.words.first == "ui" }
  }
}
