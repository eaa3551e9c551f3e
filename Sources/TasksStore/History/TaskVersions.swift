import Git
import Platform

/// A version of a file, by the number of its path.
package struct FileVersion: Hashable {
  package let name: UInt32
  package let blob: ObjectID

  /// Nil for what is no regular file.
  package init?(_ name: UInt32, _ blob: ObjectID, _ mode: UInt32) {
    guard mode == FileMode.file.rawValue || mode == FileMode.executable.rawValue else { return nil }
    (self.name, self.blob) = (name, blob)
  }
}

/// The files and last patches of all tasks at one commit, by the numbers of the tasks.
///
/// A commit has nearly all of its parent's, so copies share what they have in common: they are made of pieces, and a
/// change copies one of these.
package struct TaskVersions {
  package struct Slot {
    /// Usually one: files with the same id, the one that was there first in front.
    package var files: [FileVersion] = []
    /// The numbers of the patches that no other follows up to here.
    package var patches: [UInt32] = []

    package mutating func put(_ version: FileVersion) {
      if let place = files.firstIndex(where: { $0.name == version.name }) {
        files[place] = version
      } else {
        files.append(version)
      }
    }
  }

  private static let size = 64
  private static let blank = [Slot](repeating: Slot(), count: size)

  private var pieces: [[Slot]] = []

  package init() {}

  package subscript(task: Int) -> Slot {
    get {
      let (piece, place) = task.quotientAndRemainder(dividingBy: TaskVersions.size)
      return piece < pieces.count ? pieces[piece][place] : Slot()
    }
    _modify {
      let (piece, place) = task.quotientAndRemainder(dividingBy: TaskVersions.size)
      while piece >= pieces.count { pieces.append(TaskVersions.blank) }
      yield &pieces[piece][place]
    }
  }

  /// The tasks that may have other patches there: those in pieces that are not shared.
  package func differences(from other: TaskVersions) -> [Int] {
    (0..<max(pieces.count, other.pieces.count)).flatMap { piece -> [Int] in
      let isShared =
        piece < pieces.count && piece < other.pieces.count
        && TaskVersions.isSame(pieces[piece], other.pieces[piece])
      let first = piece * TaskVersions.size
      return isShared ? [] : Array(first..<(first + TaskVersions.size))
    }
  }

  private static func isSame(_ a: [Slot], _ b: [Slot]) -> Bool {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { $0.baseAddress == a.baseAddress }
    }
  }
}
