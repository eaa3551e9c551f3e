/// The merge of one task file (merge.md, "One task: fields").
///
/// Laws: merge(x, x, x) = x; merge(b, b, t) = t; merge(b, o, b) = o, byte for byte. merge(b, o, t) with ours
/// local is merge(b, t, o) with theirs local; with no local side it is the same whichever is called ours.
/// What a side has written is in the result or in a log entry that says what was dropped. No line is a
/// conflict marker that was none before.
public enum TaskMerge {
  /// One version of a file.
  public struct Version: Sendable {
    public let bytes: [UInt8]
    /// Nil when the file is no task, or none that can be read.
    public let document: (any TaskDocument)?
    /// Whether it is the file of a task: one that can be read, one that is broken, or one whose name says so.
    public let isTask: Bool

    public init(bytes: [UInt8], document: any TaskDocument) {
      self.bytes = bytes
      self.document = document
      isTask = true
    }

    /// A file that stands where no task can.
    public init(noTask bytes: [UInt8]) {
      self.bytes = bytes
      document = nil
      isTask = false
    }

    /// Reads the file.
    ///
    /// - Parameter path: In the store.
    public init(_ bytes: [UInt8], path: String, workflow: Workflow = .standard) {
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

  /// A value that did not make it into the merged task.
  public struct Dropped: Hashable, Sendable {
    /// As ``Field`` names it.
    public var field: Text
    /// Nil where the losing side had taken the value away.
    public var value: Text?
    /// True when the value should have been in the task but could not be written into its file.
    public var isRefused = false

    var entry: LogEntry { LogEntry(.dropped(field: field, value: value)) }
  }

  public enum Outcome: Sendable {
    /// The merged file; each dropped value is in its log already.
    case merged([UInt8], dropped: [Dropped])
    /// Each side has an id of its own: these are two tasks.
    case differentIDs
    /// The file is that of a task in no version.
    case notATask
    /// The file is that of a task, which cannot be read on one of the sides: the lines of both, no markers.
    case unreadable([UInt8])
  }

  /// Says which side's value of a field counts where both changed it; nil leaves it to the rules.
  public typealias Preference = (Field, ThreeWay<Task>) -> Side?

  /// - Parameters:
  ///   - base: Nil where both sides added the file.
  ///   - local: The side with the changes of the person at this machine; nil in a merge of merge bases.
  public static func merge(
    base: Version?, ours: Version, theirs: Version, local: Side?, prefer: Preference? = nil
  ) -> Outcome {
    merge(base: base, ours: ours, theirs: theirs, local: local, in: nil, prefer: prefer)
  }

  /// - Parameter text: The side in whose text the edits are made; nil for the one that counts.
  static func merge(
    base: Version?, ours: Version, theirs: Version, local: Side?, in text: Side?,
    prefer: Preference?
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
    // From here on ours is the side whose text the edits are made in.
    let documents = ThreeWay<any TaskDocument>(base: base?.document, ours: own, theirs: other)
    let side = text ?? decision.side
    let isSwapped = side != .ours
    let ordered = isSwapped ? documents.swapped : documents
    let fields = FieldMerge(
      ordered, local: local.map { $0 == side ? .ours : .theirs },
      prefer: prefer.map { prefer in
        { isSwapped ? prefer($0, $1.swapped)?.other : prefer($0, $1) }
      })
    guard let written = MergedFile(fields, of: ordered) else {
      return .unreadable(TextMerge.merged(files, local: local))
    }
    return .merged(written.document.bytes, dropped: written.dropped)
  }
}
