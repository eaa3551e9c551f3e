import CBuild
import TasksCommands
import TasksUI

@main
enum Main {
  static func main() {
    CommandLineProgram.run(
      build: tasks_build().map { String(cString: $0) }, screen: FullScreen.run)
  }
}
