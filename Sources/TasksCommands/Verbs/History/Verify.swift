import ArgumentParser
import TasksStore

struct Verify: Verb {
  static let names = "verify"
  static let configuration = CommandConfiguration(
    of: Verify.self, abstract: "Check the repository, the whole history and the cache.",
    discussion: """
      It runs git fsck, and checks that ids are unique, that every version of every task can be read, that the commits \
      name their operations and devices, and that the cache has what the files have. It changes nothing; the exit \
      status is 1 if anything is wrong. tasks doctor checks the settings of the clone.

        tasks verify
        tasks verify --json
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    try Doctor.show(DoctorAnswer(Verification(store).run(), kind: "verify"), session)
  }
}
