import Platform
import TasksExchange
import TasksTerminal

/// A file of another program that is imported.
struct ImportedFile {
  /// As typed.
  let path: String
  let bytes: [UInt8]

  private static let largest = 8 << 20

  /// - Throws: `usage` if it cannot be read.
  init(path: String, _ session: Session) throws {
    self.path = path
    let place = path.hasPrefix("/") ? path : session.currentFolder + "/" + path
    do throws(SystemError) {
      bytes = try File.read(place, limit: ImportedFile.largest)
    } catch {
      throw CommandError(error.description, code: .usage)
    }
  }

  func initFile() throws -> InitFile {
    do throws(LispError) {
      return try InitFile(bytes)
    } catch {
      throw CommandError("\(path): \(error.message)", code: .usage)
    }
  }

  func nothing(_ wanted: String) -> CommandError {
    CommandError("\(path) sets no \(wanted), so there is nothing to import", code: .usage)
  }

  /// Names what was left out.
  func say(_ remarks: [ImportRemark]) {
    for remark in remarks.ordered(by: { $0.line ?? .max < $1.line ?? .max }) {
      Conversation.say("\(path): \(remark.message)")
    }
  }
}
