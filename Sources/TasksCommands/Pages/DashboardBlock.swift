import Platform
import TasksStore

/// A block of the dashboard.
package enum DashboardBlock: Equatable {
  /// A block of its own, by its name in the settings.
  package enum Kind: String, CaseIterable {
    case overdue, today, next, order, footer, inbox, waiting, habits, clock, nearby, lists, tags
    case calendar, urgent
  }

  case own(Kind)
  case view(String)

  static let usual = "overdue today next order footer"
  static var names: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }

  init(_ name: String) { self = Kind(rawValue: name).map { .own($0) } ?? .view(name) }

  /// The blocks that the user's settings name.
  static func chosen() throws -> [DashboardBlock] {
    let text = try UserSettings(variable: Machine.variable).string("tasks.dashboard") ?? usual
    return text.split { $0 == " " || $0 == "," }.map { DashboardBlock(String($0)) }
  }
}
