/// Merges three texts line by line as `git merge-file` does; nil if that leaves a conflict.
package typealias TextMerger = @Sendable (ThreeWay<[UInt8]>) -> [UInt8]?

/// What others do for a merge.
package struct MergeTools: Sendable {
  let lines: TextMerger
  /// Reads encrypted notes and makes others; without it, the messages of both sides are kept.
  let cipher: (any NotesCipher)?
  /// Returns the store's own fields; asked only when both sides changed a property.
  let fields: @Sendable () -> OwnFields

  package init(
    lines: @escaping TextMerger, cipher: (any NotesCipher)?,
    fields: @escaping @Sendable () -> OwnFields = { OwnFields() }
  ) {
    (self.lines, self.cipher, self.fields) = (lines, cipher, fields)
  }
}

/// Merges one task file (merge.md, "One task: fields").
///
/// Laws:
/// - merge(x, x, x) = x; merge(b, b, t) = t; merge(b, o, b) = o, byte for byte.
/// - merge(b, o, t) with ours as local equals merge(b, t, o) with theirs as local.
/// - Without a local side, merge(b, o, t) = merge(b, t, o).
/// - Every value that a side wrote is in the result, or in a log entry that records it as dropped.
/// - No line of the result is a conflict marker unless it was one in the input.
package enum TaskMerge {
  /// One version of a file.
  package struct Version: Sendable {
    package let bytes: [UInt8]
    /// Nil if the file is not a task or cannot be read as one.
    package let document: (any TaskDocument)?
    /// Whether the file belongs to a task: it can be read as one, it is a broken task, or its name is that of a
    /// task.
    package let isTask: Bool

    package init(bytes: [UInt8], document: any TaskDocument) {
      self.bytes = bytes
      self.document = document
      isTask = true
    }

    /// Makes a version from a file at a path where no task can be.
    package init(noTask bytes: [UInt8]) {
      self.bytes = bytes
      document = nil
      isTask = false
    }

    /// Reads the file.
    ///
    /// - Parameter path: The path in the store.
    package init(_ bytes: [UInt8], path: String, workflow: Workflow = .standard) {
      self.bytes = bytes
      do throws(ReadError) {
        document = try TaskReader.read(bytes, path: path, workflow: workflow)
        isTask = document != nil || TaskPath.isOurs(path)
      } catch {
        document = nil
        isTask = true
      }
    }
  }

  package enum Outcome: Sendable {
    /// The merged file. Its log already has an entry for each dropped value.
    case merged([UInt8], dropped: [MergeLoss])
    /// The sides have different ids, so they are two tasks.
    case differentIDs
    /// No version is the file of a task.
    case notATask
    /// The file of a task that cannot be read on one of the sides. The bytes are the lines of both sides, without
    /// conflict markers.
    case unreadable([UInt8])
  }

  /// Chooses the side that wins a field that both sides changed; nil to apply the field's own rule.
  package typealias Preference = (Field, ThreeWay<Task>) -> Side?

  /// Merges three versions of a file.
  ///
  /// - Parameters:
  ///   - base: Nil if both sides added the file.
  ///   - local: The side with the changes of the person at this machine; nil in a merge of merge bases.
  package static func merge(
    base: Version?, ours: Version, theirs: Version, local: Side?, prefer: Preference? = nil,
    with tools: MergeTools
  ) -> Outcome {
    merge(
      base: base, ours: ours, theirs: theirs, local: local, in: nil, prefer: prefer, with: tools)
  }

  /// Merges three versions of a file, optionally with a fixed choice of the text to edit.
  ///
  /// - Parameter text: The side whose text is edited; nil for the side that wins the file as a whole.
  package static func merge(
    base: Version?, ours: Version, theirs: Version, local: Side?, in text: Side?,
    prefer: Preference?, with tools: MergeTools
  ) -> Outcome {
    let files = ThreeWay(base: base?.bytes, ours: ours.bytes, theirs: theirs.bytes)
    let decision = files.decision(local: local) { Text(bytes: $0) }
    guard decision.isConflict else { return .merged(files[decision.side], dropped: []) }
    guard let own = ours.document, let other = theirs.document else {
      let isTask = ours.isTask || theirs.isTask || base?.isTask == true
      return isTask ? .unreadable(TextMerge.merged(files, local: local)) : .notATask
    }
    guard !own.task.hasOwnID || !other.task.hasOwnID || own.task.id == other.task.id else {
      return .differentIDs
    }
    // From here on, ours is the side whose text is edited.
    let documents = ThreeWay<any TaskDocument>(base: base?.document, ours: own, theirs: other)
    let side = text ?? decision.side
    let isSwapped = side != .ours
    let ordered = isSwapped ? documents.swapped : documents
    let fields = FieldMerge(
      ordered, local: local.map { $0 == side ? .ours : .theirs },
      prefer: prefer.map { prefer in
        { isSwapped ? prefer($0, $1.swapped)?.other : prefer($0, $1) }
      }, cipher: tools.cipher, own: tools.fields)
    guard let written = MergedFile(fields, of: ordered, lines: tools.lines) else {
      return .unreadable(TextMerge.merged(files, local: local))
    }
    return .merged(written.document.bytes, dropped: written.dropped)
  }
}

/// Reverts one change of a task and keeps everything that was changed after it.
package struct TaskReversal {
  /// The file with the change reverted.
  package let document: any TaskDocument
  /// The fields that the change touched and that were changed again after it. They keep their present value.
  package let kept: [Text]

  /// Reverts the change by a three-way merge: the base is the task after the change, one side is the task before
  /// it, the other is the current task. Where both sides touched a field, the current task wins.
  ///
  /// - Parameters:
  ///   - old: The task before the change.
  ///   - new: The task immediately after the change.
  ///   - lines: Merges texts as git does.
  /// - Throws: `EditError` if the file can no longer take the old values.
  package init(
    of old: any TaskDocument, _ new: any TaskDocument, in current: any TaskDocument,
    with tools: MergeTools
  ) throws(EditError) {
    guard current.bytes != new.bytes else {
      (document, kept) = (old, [])
      return
    }
    let versions = MergedFile.withOneLineEnd(ThreeWay(base: new, ours: current, theirs: old))
    let merge = FieldMerge(
      versions, local: .ours, cipher: tools.cipher, own: tools.fields)
    let entries = EntryMerge(merge, of: versions, lines: tools.lines)
    kept = (merge.dropped + entries.dropped).map(\.field)
    let carried = versions.ours.reread(entries.bytes)?
      .countingCheckboxes(unlessIn: [versions.theirs, versions.ours])
    var text = carried ?? versions.ours
    if let preamble = merge.preambles?[0] { text = text.replacingPreamble(with: preamble) }
    document = try text.applying(merge.edits(for: text))
  }
}
