import TasksCore

/// `inbox.org` of the branch for phones.
///
/// A heading becomes a task at once, but the first one and the last one stay until others stand beside them: where a
/// phone adds a heading before or after them meanwhile, git then merges the two without a conflict.
package struct PhoneInbox {
  package static let path = "inbox.org"
  /// The file of a new branch.
  package static let empty = Array("#+TITLE: Inbox\n".utf8)

  /// In the order of the file.
  package let captures: [PhoneCapture]
  private let file: InboxFile

  /// - Parameter bytes: As ``PhoneText`` reads them.
  package init(_ bytes: [UInt8], context: ForeignContext) {
    file = InboxFile(
      bytes, format: .org, keywords: context.keywords, workflow: context.workflow)
    captures = file.entries.compactMap {
      PhoneCapture($0.text, format: .org, workflow: context.workflow)
    }
  }

  /// The text with what stays once all captures are tasks.
  package var rest: [UInt8] {
    let rest = file.without(Array(file.entries.dropFirst().dropLast()))
    return rest.isEmpty ? PhoneInbox.empty : rest
  }
}
