import TasksCore

/// What is known of the branch for phones.
package struct PhoneAnswer: Answer, Sendable {
  package let kind = "phone"
  package var isEnabled = false
  package let remote: String
  package let branch: String
  /// The address of the remote, without a password.
  var url: String?
  /// Whether the remote had the branch when it was last asked.
  package var isThere = false
  /// When it was last written anew.
  package var kept: Timestamp?
  /// The titles of the new tasks that wait there.
  package var waiting: [String] = []
  /// The number of tasks whose state a phone has changed, which wait too.
  package var changes = 0

  init(remote: String, branch: String) { (self.remote, self.branch) = (remote, branch) }

  /// The command that makes a phone's clone.
  package var clone: String? {
    url.map { url in
      let isPlain = url.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "/:.@_-+%~".utf8.contains(byte)
      }
      let word = isPlain ? url : "'" + url.replacing("'", with: "'\\''") + "'"
      return "git clone --single-branch -b \(branch) \(word)"
    }
  }

  package func write(to json: inout JSONWriter) {
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
