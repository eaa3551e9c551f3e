/// The words that `tasks web` passes on.
struct ServerOptions {
  /// The keys of a telephone for T-A-S-K.
  static let usualPort: UInt16 = 8275

  private(set) var store: String?
  private(set) var port = ServerOptions.usualPort
  private(set) var opensBrowser = true

  struct Fault: Error {
    let message: String
  }

  init(_ words: [String]) throws(Fault) {
    var words = words[...]
    func value(_ name: String) throws(Fault) -> String {
      guard let value = words.popFirst() else { throw Fault(message: "\(name) needs a value") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--store": store = try value(word)
      case "--port":
        guard let number = UInt16(try value(word)), number > 0 else {
          throw Fault(message: "--port takes a number from 1 to 65535")
        }
        port = number
      case "--no-open": opensBrowser = false
      case "--help", "-h":
        throw Fault(message: "this is the server of tasks web; read: tasks help web")
      default:
        throw Fault(message: "'\(word)' is not known; this is the server of: tasks web")
      }
    }
  }
}
