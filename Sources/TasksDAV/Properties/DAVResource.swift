import TasksCore
import TasksExchange
import TasksStore

/// What has properties.
enum DAVResource: Sendable {
  case root(DAVPath.Root)
  case principal, home
  case list(DAVList)
  case task(DAVSnapshot.Entry, text: [UInt8]?)

  /// The properties that `allprop` gives: those that are cheap.
  static let usual: [XMLName] = [
    .resourcetype, .displayname, .getetag, .getcontenttype, .getlastmodified, .getctag, .syncToken,
    .currentUserPrincipal, .owner,
  ]
}

/// The value of each property, which is the only place that says what has it.
struct DAVProperties: Sendable {
  let snapshot: DAVSnapshot
  /// The name of the user.
  let user: String

  /// Writes a property; false if the resource has none of the name.
  func write(_ name: XMLName, of resource: DAVResource, to writer: inout XMLWriter) -> Bool {
    switch name {
    case .currentUserPrincipal, .owner, .principalURL:
      writer.element(name) { $0.element(.href, text: DAVPath.principal.href) }
      return true
    case .currentUserPrivilegeSet:
      writer.element(name) { writer in
        for right in [
          "read", "write", "write-properties", "write-content", "bind", "unbind", "all",
        ] {
          writer.element(.privilege) { $0.element(.dav(right)) }
        }
      }
      return true
    default: break
    }
    switch resource {
    case .root: return writeRoot(name, to: &writer)
    case .principal: return writePrincipal(name, to: &writer)
    case .home: return writeHome(name, to: &writer)
    case .list(let list): return write(name, of: list, to: &writer)
    case .task(let entry, let text): return write(name, of: entry, text, to: &writer)
    }
  }

  private func writeRoot(_ name: XMLName, to writer: inout XMLWriter) -> Bool {
    switch name {
    case .resourcetype: writer.element(name) { $0.element(.collection) }
    case .displayname: writer.element(name, text: "tasks")
    default: return false
    }
    return true
  }

  private func writePrincipal(_ name: XMLName, to writer: inout XMLWriter) -> Bool {
    switch name {
    case .resourcetype:
      writer.element(name) {
        $0.element(.collection)
        $0.element(.principal)
      }
    case .displayname: writer.element(name, text: user)
    case .calendarHomeSet: writer.element(name) { $0.element(.href, text: DAVPath.home.href) }
    case .calendarUserAddressSet:
      writer.element(name) { $0.element(.href, text: "mailto:\(user)@localhost") }
    default: return false
    }
    return true
  }

  private func writeHome(_ name: XMLName, to writer: inout XMLWriter) -> Bool {
    switch name {
    case .resourcetype: writer.element(name) { $0.element(.collection) }
    case .displayname: writer.element(name, text: "Lists")
    default: return false
    }
    return true
  }

  private func write(_ name: XMLName, of list: DAVList, to writer: inout XMLWriter) -> Bool {
    switch name {
    case .resourcetype:
      writer.element(name) {
        $0.element(.collection)
        $0.element(.calendar)
      }
    case .displayname: writer.element(name, text: list.name?.string ?? "No list")
    case .getctag: writer.element(name, text: snapshot.ctag(list))
    case .getetag: writer.element(name, text: snapshot.etag(list))
    case .syncToken: writer.element(name, text: snapshot.token)
    case .supportedCalendarComponentSet:
      writer.element(name) { $0.element(.comp, [("name", "VTODO")]) }
    case .supportedCalendarData:
      writer.element(name) {
        $0.element(.calendarData, [("content-type", "text/calendar"), ("version", "2.0")])
      }
    case .supportedReportSet:
      writer.element(name) { writer in
        for report in [XMLName.calendarQuery, .calendarMultiget, .syncCollection] {
          writer.element(.supportedReport) { $0.element(.report) { $0.element(report) } }
        }
      }
    case .supportedCollationSet:
      writer.element(name) { writer in
        for collation in TodoFilter.TextMatch.Collation.allCases {
          writer.element(.supportedCollation, text: collation.rawValue)
        }
      }
    case .maxResourceSize: writer.element(name, text: "\(DAVRequest.largestBody("PUT"))")
    case .creationdate:
      let moment = snapshot.created(list).map { ForeignContext.civil(LocalTime.seconds(of: $0)) }
      return write(name, moment.map { "\($0.date.iso)T\(DAVProperties.clock($0))Z" }, to: &writer)
    case .calendarColor: return write(name, list.settings[.color], to: &writer)
    case .calendarOrder: return write(name, list.settings[.order], to: &writer)
    case .calendarDescription: return write(name, list.settings[.description], to: &writer)
    default: return false
    }
    return true
  }

  private func write(_ name: XMLName, _ value: String?, to writer: inout XMLWriter) -> Bool {
    guard let value else { return false }
    writer.element(name, text: value)
    return true
  }

  private func write(
    _ name: XMLName, of entry: DAVSnapshot.Entry, _ text: [UInt8]?, to writer: inout XMLWriter
  ) -> Bool {
    switch name {
    case .resourcetype: writer.element(name)
    case .getetag: writer.element(name, text: snapshot.etag(entry))
    case .getcontenttype:
      writer.element(name, text: "text/calendar; charset=utf-8; component=VTODO")
    case .getlastmodified: writer.element(name, text: DAVProperties.httpDate(entry.modified))
    case .getcontentlength:
      guard let text else { return false }
      writer.element(name, text: "\(text.count)")
    case .calendarData:
      guard let text else { return false }
      writer.element(name, text: String(decoding: text, as: UTF8.self))
    default: return false
    }
    return true
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment as HTTP writes it (RFC 9110, 5.6.7).
  private static func httpDate(_ moment: Timestamp) -> String {
    let time = ForeignContext.civil(LocalTime.seconds(of: moment))
    let date = time.date
    let day = CivilDate.shortWeekdays[date.weekday - 1]
    return "\(day), \(CivilDate.padded(date.day, 2)) \(months[date.month - 1]) \(date.year) "
      + "\(clock(time)) GMT"
  }

  /// `09:15:00`
  private static func clock(_ moment: Timestamp) -> String {
    let minute = moment.minute ?? 0
    return "\(CivilDate.padded(minute / 60, 2)):\(CivilDate.padded(minute % 60, 2)):00"
  }
}
