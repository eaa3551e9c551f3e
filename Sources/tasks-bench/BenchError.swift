import TasksCore

/// The reasons why nothing can be measured.
enum BenchError: Error {
  case usage(String)
  case file(path: String, code: Int32)
  case notStarted(program: String, code: Int32)
  case failed(command: String, status: Int32, errors: String)
  case wrongResult(String)
  case badSample(EditError)

  var description: String {
    switch self {
    case .usage(let text): "\(text)\n\(Arguments.usage)"
    case .file(let path, let code): "\(path): \(Disk.message(code))"
    case .notStarted(let program, let code):
      "\(program) could not be started: \(Disk.message(code))"
    case .failed(let command, let status, let errors):
      "\(command) ended with status \(status)\n\(errors)"
    case .wrongResult(let text): text
    case .badSample(let error): "a task of the sample cannot be printed: \(error)"
    }
  }
}
