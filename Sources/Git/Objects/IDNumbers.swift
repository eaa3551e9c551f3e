import Platform

/// Ids, each with the number of its turn.
///
/// They are spread evenly as they are, so that no hash need be made of them: it takes a fraction of a dictionary's
/// time.
public struct IDNumbers {
  public private(set) var ids: [ObjectID] = []
  /// Each an id's number and 1, or 0; an id stands in the slot that its bits tell or in one of the next.
  private var slots: [UInt32]

  /// - Parameter count: How many there will be at least.
  public init(reserving count: Int = 0) {
    slots = IDNumbers.slots(for: count)
    ids.reserveCapacity(count)
  }

  /// At least twice as many as ids.
  private static func slots(for count: Int) -> [UInt32] {
    [UInt32](repeating: 0, count: 1 << max(6, Int.bitWidth - count.leadingZeroBitCount + 1))
  }

  public func number(of id: ObjectID) -> Int? {
    let slot = slots[slot(of: id)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// The number of an id, and whether it came with this call.
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

  /// The slot in which an id is, or would be.
  private func slot(of id: ObjectID) -> Int {
    let mask = slots.count - 1
    var slot = id.spread & mask
    while slots[slot] != 0, ids[Int(slots[slot]) - 1] != id { slot = (slot + 1) & mask }
    return slot
  }
}
