import TasksCore

/// What a check has done.
public struct RingReport {
  public struct Rung {
    public let alerts: [Alert]
    public let notice: AlertNotice
    public let shown: ShownNotice
  }

  public internal(set) var rung: [Rung] = []
  /// Why ways of showing did not work, each reason once.
  public internal(set) var failures: [String] = []
  /// Those that no way could show.
  public internal(set) var failed: [Alert] = []
  /// Those that may have rung, as the end of the ledger is missing.
  public internal(set) var uncertain: [Alert] = []
  public internal(set) var withdrawn: [AlertID] = []

  /// The short ids of the tasks.
  public internal(set) var shorts: [TaskID: String] = [:]

  public init() {}

  /// All that was due, and what became of each alert.
  public var listed: [ListedAlert] {
    let states: [(ListedAlert.State, [Alert])] = [
      (.shown, rung.flatMap(\.alerts)), (.missed, failed + uncertain),
    ]
    return states.flatMap { state, alerts in
      alerts.map { ListedAlert($0, state, short: shorts[$0.id.task] ?? $0.id.task.text.string) }
    }
  }
}
