/// The files that are built into the program: what a new store starts with.
public enum Templates {
  /// `.tasks/config` of a new store, in git-config syntax.
  public static var storeConfig: [UInt8] { PackageResources.config }

  /// `.gitattributes` of a new store: both formats go through the merge driver, and no line end is touched.
  public static var storeAttributes: [UInt8] { PackageResources.gitattributes }

  /// The capture templates by their names, in the order of help; each in Org and in Markdown.
  public static var capture: [(name: String, org: [UInt8], markdown: [UInt8])] {
    [
      ("todo", PackageResources.todo_org, PackageResources.todo_md),
      ("note", PackageResources.note_org, PackageResources.note_md),
      ("meeting", PackageResources.meeting_org, PackageResources.meeting_md),
      ("habit", PackageResources.habit_org, PackageResources.habit_md),
      ("journal", PackageResources.journal_org, PackageResources.journal_md),
      ("bug", PackageResources.bug_org, PackageResources.bug_md),
    ]
  }
}
