import Git
import TasksCore

extension TaskMerge {
  /// Merges texts as git does.
  static func linesAsInGit(_ texts: ThreeWay<[UInt8]>) -> [UInt8]? {
    CleanMerge.merged(base: texts.base ?? [], ours: texts.ours, theirs: texts.theirs)
  }
}
