/// What is known of the branch for phones.
public struct PhoneAnswer: Answer, Sendable {
  public let kind = "phone"
  public var isEnabled = false
  public let remote: String
  public let branch: String
  /// The address of the remote, without a password.
  public var url: String?
  /// Whether the remote had the branch when it was last asked.
  public var isThere = false
  /// When it was last written anew.
  public var kept: Timestamp?
  /// The titles of the new tasks that wait there.
  public var waiting: [String] = []
  /// The number of tasks whose state a phone has changed, which wait too.
  public var changes = 0

  public init(remote: String, branch: String) { (self.remote, self.branch) = (remote, branch) }

  /// The command that makes a phone's clone.
  public var clone: String? {
    url.map { url in
      let isPlain = url.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "/:.@_-+%~".utf8.contains(byte)
      }
      let word = isPlain ? url : "'" + url.replacing("'", with: "'\\''") + "'"
      return "git clone --single-branch -b \(branch) \(word)"
    }
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("enabled", isEnabled)
      json.member("remote", remote)
      json.member("branch", branch)
      json.member("url", url)
      json.member("clone", isEnabled ? clone : nil)
      json.member("there", isThere)
      json.member("kept", kept)
      json.key("waiting")
      json.array(waiting) { $0.string($1) }
      json.member("changes", changes)
    }
  }
}
