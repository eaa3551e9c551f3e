import TasksWeb

@main
enum Main {
  static func main() { WebProgram.run() }
}
