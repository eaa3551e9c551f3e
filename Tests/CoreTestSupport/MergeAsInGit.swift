import Git
import TasksCore

extension TaskMerge {
  /// Merges as the store does, with git's merge of texts.
  package static func merge(
    base: Version?, ours: Version, theirs: Version, local: Side?, in text: Side? = nil,
    prefer: Preference? = nil
  ) -> Outcome {
    merge(
      base: base, ours: ours, theirs: theirs, local: local, in: text, prefer: prefer,
      with: tools)
  }

  package static func merge(_ moved: MovedTask, local: Side?) -> Outcome {
    merge(moved, local: local, with: tools)
  }

  package static var tools: MergeTools { MergeTools(lines: linesAsInGit, cipher: nil) }

  @Sendable package static func linesAsInGit(_ texts: ThreeWay<[UInt8]>) -> [UInt8]? {
    CleanMerge.merged(base: texts.base ?? [], ours: texts.ours, theirs: texts.theirs)
  }
}

extension TaskReversal {
  package init(
    of old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument
  ) throws(EditError) {
    try self.init(of: old, new, in: current, with: TaskMerge.tools)
  }
}
