import TasksUI
import Testing

/// Which key does what, and keys of one's own.
@Suite struct KeyTests {
  @Test(arguments: [
    (["d done", "d delete"], "d"), (["^S sync", "^S walk"], "^S"),
    (["d dnoe"], "did you mean done"),
    (["ctrl-d done"], "^S sync for Ctrl-S"),
  ]) func aKeyThatCannotBeSetIsAnError(_ settings: [String], _ told: String) {
    do {
      _ = try KeyMap(settings)
      Issue.record("it is taken")
    } catch {
      #expect(error.message.contains(told))
    }
  }

  @Test func keysOfOnesOwnTakeThePlaceOfTheUsualOnes() throws {
    var settings = ScreenState.Settings()
    settings.keys = try KeyMap(["d done", "F5 :sync --quiet", "u none", "x :modify % pri:A"])
    let ui = try ScreenWorld(settings: settings)
    ui.press("d")
    #expect(ui.message.hasPrefix("done ") && !ui.message.contains("undoes"))
    ui.press("u")
    #expect(ui.message.contains("u has no meaning here"))
    ui.press("F5 x")
    #expect(
      ui.asked == [
        .run(["sync", "--quiet"], waits: true),
        .run(["modify", try #require(ui.current.flatMap { $0 }), "pri:A"], waits: true),
      ])
  }

  @Test func everyActionHasAKeyAndEveryKeyOneAction() {
    // At 80 columns nothing of it is cut.
    for row in KeyTable.rows { #expect(row.help.count <= 62, "\(row.help)") }
    for action in Action.allCases {
      #expect(KeyTable.rows.contains { $0.action == action }, "\(action)")
    }
    let keys = KeyTable.rows.flatMap { row in KeyTable.keys(row.keys).map { ($0, row.action) } }
    for (key, action) in keys {
      #expect(
        KeyMap().names(of: action).split(separator: " ").contains { $0 == key.name }, "\(key.name)")
    }
    for row in KeyTable.rows {
      #expect(KeyTable.keys(row.keys).count == row.keys.split(separator: " ").count)
    }
  }
}
