import TasksCore
import TasksExchange
import TasksPlanning
import TestSupport

/// What must hold for the bytes of files that the program keeps for itself, and that a disk, a merge of git or another
/// device may have changed; the first byte chooses the kind. What is read and written is read as the same.
package enum KeptLaws {
  package static func check(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch first % 3 {
    case 0: checkLedger(rest)
    case 1: checkPatches(rest)
    default: checkRecords(rest)
    }
  }

  private static func checkLedger(_ bytes: [UInt8]) {
    let ledger = AlertLedger(bytes)
    for count in [0, 3, 500] {
      let text = ledger.compacted(keeping: count, AlertRules())
      let again = AlertLedger(Array(text.utf8))
      Law.require(!again.isCut, "a compacted ledger ends with a line")
      Law.require(
        again.order == ledger.order.filter { again[$0] != nil }, "its alerts keep their order")
      for id in ledger.order {
        if count < 500, ledger[id]?.isOutstanding == false { continue }
        Law.require(
          again[id] == ledger[id] || count < ledger.order.count && again[id] == nil,
          "the alert \(id.text) is \(String(describing: ledger[id])) in\n\(text)")
      }
      Law.require(
        again.since.map { since in ledger.since.map { since >= $0 } ?? true }
          ?? (ledger.since == nil), "a compacted ledger begins no earlier")
    }
  }

  private static func checkPatches(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      guard String(validating: line, as: UTF8.self) != nil,
        let json = try? JSONValue(Array(line)), let patch = try? Patch(json)
      else { continue }
      let again = (try? JSONValue(Array(patch.line.dropLast()))).flatMap { try? Patch($0) }
      Law.require(again == patch, "a patch is read as it is written:\n\(Text(bytes: patch.line))")
    }
  }

  private static func checkRecords(_ bytes: [UInt8]) {
    let written = ImportRecords(bytes).bytes
    Law.require(
      ImportRecords(written).bytes == written,
      "the records of an import are written as they are read:\n\(Text(bytes: written))")
  }
}
