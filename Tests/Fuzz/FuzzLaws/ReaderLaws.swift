import TestSupport
import TasksCore

/// What must hold for any bytes at all, whatever made them.
package enum ReaderLaws {
  package static func check(_ input: UnsafeBufferPointer<UInt8>, path: String) {
    let bytes = Array(input)
    guard let document = try? TaskReader.read(bytes, path: path) else { return }
    Law.require(document.bytes == bytes, "reading keeps every byte")
    checkLossless(document)
    checkReadings(document)
    EditLaws.check(document)
    ConversionLaws.check(document)
  }

  private static func checkLossless(_ document: any TaskDocument) {
    let task = document.task
    Law.require(document.same(after: []), "no edit keeps every byte")
    // Taking away a value that cannot be read is a change.
    for edit in task.edits where task.applying(edit) == task {
      Law.require(
        document.same(after: [edit]), "what a field says already keeps every byte: \(edit)")
    }
    Law.require(
      document.replacingPreamble(with: document.preamble).bytes == document.bytes,
      "what stands before the task already keeps every byte")
  }

  /// What only reads must end, and must name nothing that is not there.
  private static func checkReadings(_ document: any TaskDocument) {
    let task = document.task
    let markup = Markup(task)
    for case .link(let number) in markup.title {
      Law.require((0...markup.links.count).contains(number), "links of the title are counted")
    }
    for link in markup.links {
      if case .here(let place) = LinkDestination(link, format: task.format) {
        Law.require(place.line(in: document.bytes).map { $0 > 0 } ?? true, "lines count from 1")
      }
    }
    for index in task.checklist.indices.prefix(20) {
      let ticked = Checklist(task.notes, format: task.format).setting(index, to: true)
      Law.require(
        Checklist(ticked, format: task.format).items.count == task.checklist.count,
        "ticking a box keeps all boxes")
    }
  }
}

extension TaskDocument {
  /// True when the edits leave the bytes alone, or are refused.
  fileprivate func same(after edits: [Edit]) -> Bool {
    guard let edited = try? applying(edits) else { return true }
    return edited.bytes == bytes
  }
}
