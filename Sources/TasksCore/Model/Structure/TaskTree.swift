/// The order in which a tree of tasks is listed: each task is followed by its children.
package enum TaskTree {
  /// A task of a list, and how deep it is below a task without a parent in the list.
  package typealias Place = (number: Int, depth: Int)

  /// How many children of a task are done, of all that are not in the trash.
  package typealias Progress = (done: Int, total: Int)

  /// Returns the numbers of all tasks in the order of the tree. Siblings keep their order. A task whose parent is not
  /// in the list stands at the top, and so does one task of each cycle of parents.
  package static func order(_ tasks: [(id: TaskID, parent: TaskID?)]) -> [Place] {
    var numbers: [TaskID: Int] = [:]
    for (number, task) in tasks.enumerated() where numbers[task.id] == nil {
      numbers[task.id] = number
    }
    let parents = tasks.enumerated().map { number, task in
      task.parent.flatMap { numbers[$0] }.flatMap { $0 == number ? nil : $0 }
    }
    var children = tasks.map { _ in [Int]() }
    for (number, parent) in parents.enumerated() {
      if let parent { children[parent].append(number) }
    }
    var places: [Place] = []
    var isPlaced = tasks.map { _ in false }
    func place(_ root: Int) {
      var waiting: [Place] = [(root, 0)]
      while let next = waiting.popLast() {
        if isPlaced[next.number] { continue }
        isPlaced[next.number] = true
        places.append(next)
        waiting += children[next.number].reversed().map { ($0, next.depth + 1) }
      }
    }
    for (number, parent) in parents.enumerated() where parent == nil { place(number) }
    for number in tasks.indices where !isPlaced[number] {
      // The first task of the cycle above is met twice.
      var top = number
      var met: Set<Int> = []
      while met.insert(top).inserted, let parent = parents[top] { top = parent }
      place(top)
    }
    return places
  }
}
