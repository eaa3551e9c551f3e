import CoreTestSupport
import TasksCore

/// Three devices that change one task and synchronize through a hub, as they please.
struct HubCase: Shrinkable {
  enum Step {
    case change(Int, MergeChange)
    case sync(Int)
  }

  static let devices = 3
  let format: Format
  var base: [UInt8]
  var steps: [Step] = []

  init(seed: UInt64) {
    let format = Format.allCases[Int(seed % 2)]
    var cases = MergeCases(seed: seed, format)
    self.format = format
    let file = MergeCases.version(cases.file(), format)
    base = file.bytes
    for _ in 0..<4 {
      let device = cases.random.below(HubCase.devices)
      steps.append(
        cases.random.chance(65)
          ? .change(device, cases.change(of: file, rawPercent: 15)) : .sync(device))
    }
  }

  /// What each device and the hub have in the end, after each has synchronized twice; nil where an id was
  /// changed by hand: then there are two tasks, which are never mixed.
  var outcome: [[UInt8]]? {
    let start = MergeCases.version(base, format)
    var hub = start
    var synced = Array(repeating: start, count: HubCase.devices)
    var devices = synced
    func sync(_ device: Int) -> Bool {
      let outcome = TaskMerge.merge(
        base: synced[device], ours: devices[device], theirs: hub, local: .ours)
      guard let merged = bytes(outcome) else { return false }
      let known = [devices[device], hub].first { $0.bytes == merged }
      hub = known ?? MergeCases.version(merged, format)
      (synced[device], devices[device]) = (hub, hub)
      return true
    }
    for step in steps {
      switch step {
      case .change(let device, let change):
        devices[device] = change.applied(to: devices[device], format)
      case .sync(let device): guard sync(device) else { return nil }
      }
    }
    for _ in 0..<2 { for device in 0..<HubCase.devices { guard sync(device) else { return nil } } }
    return (devices + [hub]).map(\.bytes)
  }

  var smaller: [HubCase] {
    var cases = Shrink.without(steps).map { steps in
      var smaller = self
      smaller.steps = steps
      return smaller
    }
    let lines = base.split(separator: 0x0A, omittingEmptySubsequences: false)
    for fewer in Shrink.without(lines) {
      var smaller = self
      smaller.base = Array(fewer.joined(separator: [0x0A]))
      cases.append(smaller)
    }
    return cases
  }
}
