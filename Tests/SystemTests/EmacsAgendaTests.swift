import Foundation
import TestSupport
import Testing

/// Emacs's own agenda of a store, set up as tasks-file(5) says.
@Suite struct EmacsAgendaTests {
  /// A line of an agenda.
  private struct Entry: Decodable, Hashable {
    let id: String
    /// `scheduled` or `deadline` in an agenda of days.
    let type: String
    let day: String
    /// The line as it is shown.
    var line = ""

    var bare: Entry { Entry(id: id, type: type, day: day) }
  }

  private struct Agendas: Decodable {
    let todo: [Entry]
    let days: [Entry]
    let files: [String]
  }

  /// What the agendas are compared with.
  private struct Listing: Decodable {
    struct Task: Decodable {
      let id: String
      let title: String
      let path: String
      let scheduled: String?
      let deadline: String?
      let list: String?
    }
    let tasks: [Task]
  }

  @Test func everyOpenTaskShowsOnce() throws {
    let world = try World()
    let open = try EmacsAgendaTests.fill(world)
    let agendas = try EmacsAgendaTests.agendas(of: world)
    let wanted = open.map(\.id).sorted()
    #expect(wanted.count >= 60)
    #expect(agendas.todo.map(\.id).sorted() == wanted, "the global todo list")

    // The days of the agenda: each date once, on its day.
    var dated: [Entry] = []
    for task in open {
      for (type, date) in [("scheduled", task.scheduled), ("deadline", task.deadline)] {
        if let date { dated.append(Entry(id: task.id, type: type, day: String(date.prefix(10)))) }
      }
    }
    #expect(dated.count >= 30)
    // A stamp in a title is a line of its own.
    let days = agendas.days.filter { $0.type != "timestamp" }
    #expect(Set(days.map(\.bare)) == Set(dated), "the days")
    #expect(days.count == dated.count, "no date shows twice")
    for (task, list) in open.map({ ($0, $0.list) }) {
      let name = String((task.path as NSString).lastPathComponent.dropLast(4))
      for entry in agendas.todo + agendas.days where entry.id == task.id {
        #expect(!entry.line.contains(name), "a file's name is no list: \(entry.line)")
        if let list { #expect(entry.line.hasPrefix(" " + list.prefix(12)), "\(entry.line)") }
      }
    }
  }

  /// A month that begins while Emacs runs, and what a hand put in.
  @Test func newFoldersAreFoundAndOnlyTasksShow() throws {
    let world = try World()
    let open = try EmacsAgendaTests.fill(world, count: 3)
    try world.write("* Only text\n** TODO below it\n", to: "todo/.tasks/templates/x.org")
    try world.write("* TODO By hand\n", to: "todo/2027-01/hand.org")
    try world.write("* TODO In a folder\n", to: "todo/work/deep/hand.org")
    let agendas = try EmacsAgendaTests.agendas(of: world)
    #expect(agendas.todo.count == open.count + 2)
    #expect(agendas.files.allSatisfy { !$0.contains("/.") })
  }

  // MARK: The store

  /// Makes a store with tasks of all sorts, and gives the open ones.
  private static func fill(_ world: World, count: Int = 60) throws -> [Listing.Task] {
    try world.tasks("init", "todo")
    func tasks(_ arguments: String...) throws -> String {
      let outcome = try world.run(World.tasks, arguments, in: "todo")
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      return outcome.output
    }
    let details = [
      "due:fri", "sched:2026-11-23@10:00", "+phone @office", "list:work pri:A due:2026-12-24@17:00",
      "due:+1w every:++1w", "sched:tomorrow every:.+2d", "sched:mon due:2026-12-01 every:+1m",
      "effort:1h30m at:Prague", "remind:tomorrow@09:00", "list:\"two words\"", "",
      "/ - [ ] one box", "+práce @doma pri:C", "due:today@16:00",
    ]
    let titles = [
      "Call Bob", "Čaj o páté", "会議 with [[https://example.org][a link]]", "50% of it: all",
      "Write \"quotes\" & *stars*", "<2026-11-25 Wed> is a stamp", "A | B", "TODO is a word",
    ]
    let lines = (0..<count).map { number in
      "\(titles[number % titles.count]) \(number) \(details[number % details.count])"
    }
    let added = try world.tasks(
      "add", "-", in: "todo", input: lines.joined(separator: "\n") + "\n")
    #expect(added.status == 0, "\(added.errors)")
    let ids = try EmacsAgendaTests.list(world).map(\.id)
    if count >= 60 {
      _ = try tasks("done", ids[0], ids[1], ids[2])
      // Repeating ones come back.
      _ = try tasks("done", ids[4], ids[5], ids[6])
      _ = try tasks("cancel", ids[7])
      _ = try tasks("delete", ids[8], ids[3], ids[1])
      _ = try tasks("wait", ids[9], ids[13])
      _ = try tasks("start", ids[10])
      _ = try tasks("note", ids[12], "See [[id:\(ids[14])]].\n- [ ] a box")
      _ = try tasks("modify", ids[15], "sched:2026-12-05", "due:", "title:Changed", "+new")
      _ = try tasks("refile", ids[16], "errands")
      _ = try tasks("done", ids[17])
      _ = try tasks("reopen", ids[17])
      _ = try tasks("delete", ids[18])
      _ = try tasks("restore", ids[18])
      for number in 0..<9 {
        _ = try tasks("add", "Later \(number)", "due:2026-12-1\(number)")
      }
    }
    return try EmacsAgendaTests.list(world)
  }

  private static func list(_ world: World) throws -> [Listing.Task] {
    let json = try world.tasks("list", "--json", in: "todo").output
    return try JSONDecoder().decode(Listing.self, from: Data(json.utf8)).tasks
  }

  // MARK: Emacs

  /// The settings of the page, with the store of the world in place of the usual one.
  private static func settings(for world: World) throws -> String {
    let page = LayeringTests.root.appendingPathComponent("Man/tasks-file.5").path
    let paragraphs = try world.run("mandoc", ["-T", "utf8", page]).output
      .components(separatedBy: "\n\n")
    let text = try #require(paragraphs.first { $0.contains("(defun tasks-agenda-files ") })
    #expect(text.contains("~/.local/share/tasks"))
    return text.replacingOccurrences(of: "~/.local/share/tasks", with: world.path("todo"))
  }

  private static func agendas(of world: World) throws -> Agendas {
    try world.write(settings(for: world), to: "settings.el")
    try world.write(program, to: "agenda.el")
    let outcome = try world.run(
      "emacs",
      [
        "--batch", "-Q", "-l", world.path("settings.el"), "-l", world.path("agenda.el"), "--eval",
        "(write-agendas \"\(world.path("agendas.json"))\")",
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Agendas.self, from: Data(world.read("agendas.json").utf8))
  }

  /// The lines of the agendas, each with the id of the heading it was made of.
  private static let program = #"""
    (require 'org)
    (require 'org-agenda)
    (require 'json)
    (defun agenda-entries ()
      (let ((entries nil) (day nil))
        (with-current-buffer org-agenda-buffer-name
          (goto-char (point-min))
          (while (not (eobp))
            (let ((date (get-text-property (point) 'day))
                  (marker (get-text-property (point) 'org-hd-marker)))
              (when date (setq day date))
              (when marker
                (push (list (cons "id" (or (org-entry-get marker "ID") ""))
                            (cons "type" (get-text-property (point) 'type))
                            (cons "line" (buffer-substring-no-properties
                                          (point) (line-end-position)))
                            (cons "day" (if day (let ((date (calendar-gregorian-from-absolute day)))
                                          (format "%d-%02d-%02d" (nth 2 date) (nth 0 date) (nth 1 date)))
                                          "")))
                      entries)))
            (forward-line 1)))
        (vconcat (nreverse entries))))
    (defun write-agendas (file)
      ;; The day is that of the store: what is past by the clock of this machine is not past there.
      (cl-letf (((symbol-function 'org-today)
                 (lambda () (calendar-absolute-from-gregorian '(11 20 2026)))))
        (let ((org-agenda-sticky nil) (org-deadline-warning-days 0)
              (org-agenda-show-future-repeats nil) (coding-system-for-write 'utf-8-unix)
              todo days)
          (org-todo-list)
          (setq todo (agenda-entries))
          (org-agenda-list nil "2026-11-20" 45)
          (setq days (agenda-entries))
          (with-temp-file file
            (insert (json-encode (list (cons "todo" todo) (cons "days" days)
                                       (cons "files" (vconcat (org-agenda-files))))))))))
    """#
}
