/// The numbers of names that came last, each in the one slot its bytes tell: most commits change the same few folders,
/// and making a text of each name to look it up takes many times as long.
struct LatestNames {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    /// Where its bytes are, and how many; none for a slot that is free.
    var start = 0
    var count = 0
    var number: UInt32 = 0
  }

  private static let slotCount = 256
  private static let mostText = 1 << 16

  private var slots = [Slot](repeating: Slot(), count: LatestNames.slotCount)
  private var text: [UInt8] = []

  /// Nil for one that is not known, or not any more.
  func number(of name: UnsafeRawBufferPointer, _ hash: UInt64) -> UInt32? {
    let slot = slots[LatestNames.slot(hash)]
    guard slot.hash == hash, slot.count == name.count, slot.count > 0 else { return nil }
    let isSame = text.withUnsafeBytes {
      UnsafeRawBufferPointer(rebasing: $0[slot.start..<(slot.start + slot.count)]).isSame(as: name)
    }
    return isSame ? slot.number : nil
  }

  mutating func keep(_ name: UnsafeRawBufferPointer, _ hash: UInt64, _ number: UInt32) {
    if text.count > LatestNames.mostText {
      slots = [Slot](repeating: Slot(), count: LatestNames.slotCount)
      text.removeAll(keepingCapacity: true)
    }
    slots[LatestNames.slot(hash)] = Slot(
      hash: hash, start: text.count, count: name.count, number: number)
    text.append(contentsOf: name)
  }

  private static func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slotCount - 1)
  }
}
