/// A parsed command, ready to run.
protocol Request {
  func run(in session: Session) throws
}
