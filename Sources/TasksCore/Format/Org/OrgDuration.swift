/// A duration as Org writes efforts and clock sums (org-duration): `90`, `1:30`, `1h 30min`, `2d`.
package enum OrgDuration {
  package static func minutes(_ bytes: some ByteSlice) -> Int? {
    let text = bytes.trimmingBlanks
    if let plain = OrgTimestamp.number(text) { return plain }
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
    if (2...3).contains(parts.count) {
      guard let hours = OrgTimestamp.number(parts[0]), parts[1].count == 2,
        let minutes = OrgTimestamp.number(parts[1]),
        parts.count == 2 || (parts[2].count == 2 && OrgTimestamp.number(parts[2]) != nil)
      else { return nil }
      return hours * 60 + minutes
    }
    return withUnits(text)
  }

  private static func withUnits(_ text: some ByteSlice) -> Int? {
    let sizes: [(StaticString, Int)] = [
      ("min", 1), ("h", 60), ("d", 1440), ("w", 10080), ("m", 43200), ("y", 525_600),
    ]
    var total = 0
    var rest = text
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isDigit }
      rest = rest[digits.endIndex...]
      guard let count = OrgTimestamp.number(digits),
        let (unit, size) = sizes.first(where: { rest.hasPrefix($0.0) })
      else { return nil }
      total += count * size
      // JSON numbers are exact up to 2^53.
      guard total < 1 << 53 else { return nil }
      rest = rest.dropFirst(unit.utf8CodeUnitCount).trimmingLeadingBlanks
    }
    return text.isEmpty ? nil : total
  }
}
