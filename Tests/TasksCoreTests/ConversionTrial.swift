import TasksCore
import Testing

/// Converts the text of a file to the format that it is not in.
enum ConversionTrial {
  static let specification: Text = "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"

  static func converted(_ text: String, _ path: String) throws -> Conversion {
    let document = try #require(try TaskReader.read(Array(text.utf8), path: path))
    let format: Format = document.task.format.other
    return try Conversion(
      of: document, to: format, specification: specification, workflow: .standard)
  }

  static func text(_ conversion: Conversion) -> String {
    String(decoding: conversion.document.bytes, as: UTF8.self)
  }

  static func back(_ conversion: Conversion) throws -> Conversion {
    try converted(text(conversion), conversion.document.task.path)
  }
}
