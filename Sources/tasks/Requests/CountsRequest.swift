import TasksCore

/// A parsed `tags` or `lists` command.
struct CountsRequest: Request {
  let names: CountsAnswer.Kind

  func run(in session: Session) throws {
    let reading = try session.openStore().read()
    TaskList.warn(about: reading)
    let answer = names == .tags ? reading.counts(.tags).tags : reading.counts(.lists).lists
    try session.print(answer) { output in
      let width = answer.rows.map { CellWidth.of(ControlCharacters.escaped($0.name)) }.max() ?? 0
      for row in answer.rows {
        let name = ControlCharacters.escaped(row.name)
        let padding = String(repeating: " ", count: width - CellWidth.of(name))
        output.line("\(name)\(padding)  \(row.open) open, \(row.done) done")
      }
    }
  }
}
