import CBuild
import TasksCommands

@main
enum Main {
  static func main() { CommandLineProgram.run(build: tasks_build().map { String(cString: $0) }) }
}
