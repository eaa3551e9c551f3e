/// A table that finds things by the hash of their paths: numbers from 1, 0 for an empty slot; where a slot is taken
/// the next one is tried (open addressing, Knuth, The Art of Computer Programming 3, 6.4).
enum HashSlots {
  /// The slots of things that have these hashes: a power of two, half of them empty at least.
  static func make(_ hashes: some Collection<UInt64>) -> [UInt32] {
    var count = 16
    while count < hashes.count * 2 { count *= 2 }
    var slots = [UInt32](repeating: 0, count: count)
    var number: UInt32 = 0
    for hash in hashes {
      number += 1
      var slot = Int(truncatingIfNeeded: hash) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = number
    }
    return slots
  }

  /// The place of the thing with a hash for which `isMeant` holds; nil when there is none.
  ///
  /// - Parameter slotCount: A power of two.
  static func find(
    _ hash: UInt64, slotCount: Int, slot number: (Int) -> UInt32, where isMeant: (Int) -> Bool
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
    // A damaged table may have no empty slot.
    for _ in 0..<slotCount {
      let number = number(slot)
      guard number > 0 else { return nil }
      if isMeant(Int(number) - 1) { return Int(number) - 1 }
      slot = (slot + 1) & (slotCount - 1)
    }
    return nil
  }
}
