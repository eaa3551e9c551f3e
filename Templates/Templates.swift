/// The files that are built into the program: what a new store starts with, and what is told to other programs.
package enum Templates {
  /// `.tasks/config` of a new store, in git-config syntax.
  package static var storeConfig: [UInt8] { PackageResources.config }

  /// `.gitattributes` of a new store: both formats go through the merge driver, and no line end is touched.
  static var storeAttributes: [UInt8] { PackageResources.gitattributes }

  /// The configurations of curl(1) that push a message, by the name of the service.
  package static var push: [(service: String, bytes: [UInt8])] {
    [
      ("ntfy", PackageResources.ntfy_curl), ("gotify", PackageResources.gotify_curl),
      ("pushover", PackageResources.pushover_curl),
    ]
  }

  /// The configuration of curl(1) that takes a message of ntfy back.
  package static var pushDeletion: [UInt8] { PackageResources.ntfy_delete_curl }

  /// The units of systemd that remind: as a service, and by a timer with its service.
  package static var runService: [UInt8] { PackageResources.run_service }
  package static var checkService: [UInt8] { PackageResources.check_service }
  package static var checkTimer: [UInt8] { PackageResources.check_timer }
  /// The units of systemd that push.
  package static var pushService: [UInt8] { PackageResources.push_service }
  package static var pushTimer: [UInt8] { PackageResources.push_timer }
  /// The agents of launchd that remind and push.
  package static var runAgent: [UInt8] { PackageResources.run_plist }
  package static var pushAgent: [UInt8] { PackageResources.push_plist }

  /// The capture templates by their names, in the order of help; each in Org and in Markdown.
  package static var capture: [(name: String, org: [UInt8], markdown: [UInt8])] {
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
