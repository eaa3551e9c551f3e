/// A parsed command, ready to run.
package protocol Request {
  func run(in session: Session) throws
}
