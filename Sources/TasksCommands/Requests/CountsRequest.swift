import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `tags` or `lists` command.
package struct CountsRequest: Request {
  package let names: NameKind

  package func run(in session: Session) throws {
    let reading = try session.openStore().read()
    TaskList.warn(about: reading)
    let answer = names == .tags ? reading.counts(.tags).tags : reading.counts(.lists).lists
    try session.print(answer) { output in
      guard session.terminal.width == nil else {
        var table = CellTable([
          CellTable.Column(heading: names == .tags ? "Tag" : "List", least: 8, isMain: true),
          CellTable.Column(heading: "Open", isRight: true),
          CellTable.Column(heading: "Done", isRight: true),
        ])
        for row in answer.rows {
          table.add(ControlCharacters.escaped(row.name), names == .tags ? .tag : nil)
          table.add("\(row.open)")
          table.add("\(row.done)", .dim)
        }
        return table.write(to: &output)
      }
      let width = answer.rows.map { CellWidth.of(ControlCharacters.escaped($0.name)) }.max() ?? 0
      for row in answer.rows {
        let name = ControlCharacters.escaped(row.name)
        let padding = String(repeating: " ", count: width - CellWidth.of(name))
        output.line("\(name)\(padding)  \(row.open) open, \(row.done) done")
      }
    }
  }
}
