import Platform

/// Assigns numbers to ids in the order they are inserted.
///
/// Ids are uniformly distributed, so their own bits serve as the hash, which takes a fraction of the time of a
/// `Dictionary`.
public struct IDNumbers {
  public private(set) var ids: [ObjectID] = []
  /// Open-addressing hash table with linear probing. A slot holds the id's number plus one; 0 is an empty slot.
  private var slots: [UInt32]

  /// Makes an empty table.
  ///
  /// - Parameter count: The number of ids to reserve space for.
  public init(reserving count: Int = 0) {
    slots = IDNumbers.slots(for: count)
    ids.reserveCapacity(count)
  }

  /// Returns an empty table with at least two slots per id.
  private static func slots(for count: Int) -> [UInt32] {
    [UInt32](repeating: 0, count: 1 << max(6, Int.bitWidth - count.leadingZeroBitCount + 1))
  }

  public func number(of id: ObjectID) -> Int? {
    let slot = slots[slot(of: id)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Inserts an id; returns its number, and whether the id is new.
  public mutating func insert(_ id: ObjectID) -> (number: Int, isNew: Bool) {
    let slot = slot(of: id)
    guard slots[slot] == 0 else { return (Int(slots[slot]) - 1, false) }
    ids.append(id)
    if ids.count * 2 > slots.count {
      slots = IDNumbers.slots(for: ids.count)
      for (number, id) in ids.enumerated() { slots[self.slot(of: id)] = UInt32(number + 1) }
    } else {
      slots[slot] = UInt32(ids.count)
    }
    return (ids.count - 1, true)
  }

  /// Finds the slot that holds an id, or the empty slot for it.
  private func slot(of id: ObjectID) -> Int {
    let mask = slots.count - 1
    var slot = id.spread & mask
    while slots[slot] != 0, ids[Int(slots[slot]) - 1] != id { slot = (slot + 1) & mask }
    return slot
  }
}
