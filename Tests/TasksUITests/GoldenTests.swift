import TasksTerminal
import TasksUI
import Testing

/// Screens as they are drawn, in files beside this one.
@Suite struct GoldenTests {
  @Test(arguments: [(40, 10), (59, 20), (80, 24), (130, 40)])
  func theOrderIsDrawnAtEverySize(columns: Int, rows: Int) throws {
    let ui = try ScreenWorld(columns: columns, rows: rows)
    ui.press("j v")
    try ui.expect("order-\(columns)x\(rows)")
  }

  @Test func eachModeSaysWhatItsKeysDo() throws {
    let ui = try ScreenWorld()
    ui.press("g")
    try ui.expect("go")
    ui.press("t")
    try ui.expect("today")
    ui.press("?")
    ui.type("undo")
    try ui.expect("help")
    ui.press("Esc a")
    ui.type("Call Ann +pho due:fri")
    try ui.expect("add")
    ui.type(" due:xyz")
    try ui.expect("add-error")
    ui.press("Esc /")
    ui.type("due.before:xyz")
    try ui.expect("filter-error")
    ui.press("Esc * d")
    try ui.expect("confirm")
  }

  @Test(arguments: ["agenda", "board", "tree", "history", "task"])
  func everyScreenIsDrawn(_ name: String) throws {
    let ui = try ScreenWorld(columns: 100, rows: 20)
    let path = try ui.world.open().read().document("n1i").task.path
    try ui.world.edit(path, .field(.parent, .text("k7m")))
    ui.reload()
    ui.press("j")
    let keys = ["agenda": "g a", "board": "g b", "tree": "g r", "history": "g h", "task": "Tab"]
    ui.press(keys[name] ?? "")
    try ui.expect(name)
  }

  @Test func aFinishedTaskStaysUntilTheScreenIsLeft() throws {
    let ui = try ScreenWorld()
    ui.press("j j j j Space")
    try ui.expect("done")
    ui.press("g i g o")
    #expect(!ui.ids.contains("bjz"))
    ui.press("g d")
    try ui.expect("done-screen")
  }

  @Test func plainTerminalsGetPlainSigns() throws {
    let ui = try ScreenWorld([
      (
        "k7m",
        "Buy a very long title that is cut somewhere at its end +phone due:today every:3d / note"
      )
    ])
    ui.glyphs = .ascii
    ui.press("Space")
    // The store's rows have been read with the other signs.
    #expect(!ui.screen.text.contains("─") && !ui.screen.text.contains("·"))
  }

  @Test func aSmallTerminalSaysSo() throws {
    let ui = try ScreenWorld(columns: 39, rows: 24)
    #expect(ui.screen.text.hasPrefix("tasks needs 40×10\n"))
    ui.press("q")
    #expect(ui.asked == [.quit])
  }
}
