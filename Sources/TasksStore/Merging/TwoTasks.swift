import Git
import Platform
import TasksCore

extension TreeMerge {
  /// Keeps two different tasks that have one path: git took one for a rename of the other, an id was changed, or two
  /// devices chose the same path. Theirs gets a new path, or ours does if the path is named for theirs.
  mutating func keepBoth(_ path: String, _ versions: ThreeWay<TreeEntry?>) throws {
    guard let own = versions.ours, let other = versions.theirs,
      let ownTask = try version(own).document?.task,
      let otherTask = try version(other).document?.task
    else { return }
    let isTheirs = TaskPath.isNamed(path, for: otherTask.id)
    let (entry, task) = isTheirs ? (own, ownTask) : (other, otherTask)
    let place = try freePlace(for: task, beside: path)
    if isTheirs { files[path] = File(path: path, entry: other) }
    files[place] = File(path: place, entry: TreeEntry(path: place, id: entry.id, mode: entry.mode))
    newPlaces.insert(place)
    notes.append("\(path) holds two different tasks: one of them is now at \(place)")
  }

  /// Returns a path in the folder of another that is unused on both sides.
  func freePlace(for task: Task, beside path: String) throws -> String {
    let folder = path.lastSlash.map { String(path[..<$0]) } ?? "."
    let name = TaskPath.path(folder: folder, title: task.title, id: task.id, format: task.format)
    let place = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let ending = "." + task.format.rawValue
    var number = 1
    while true {
      let free = number == 1 ? place : "\(place.dropLast(ending.count))-\(number)\(ending)"
      let taken = try [Side.ours, .theirs].contains { try trees.entry(free, on: $0) != nil }
      if free != path, !taken, files[free] == nil { return free }
      number += 1
    }
  }
}
