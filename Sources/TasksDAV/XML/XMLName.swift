/// The name of an element or attribute with its namespace, in the form in which it is written: `D:href` in one of the
/// four known namespaces, `local` in none, else `{namespace}local`. The constants are spelt as the local names are.
package struct XMLName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The known namespaces with their prefixes.
  static let namespaces: KeyValuePairs = [
    "D": "DAV:", "C": "urn:ietf:params:xml:ns:caldav", "CS": "http://calendarserver.org/ns/",
    "A": "http://apple.com/ns/ical/",
  ]

  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  /// Returns what precedes a local name of a namespace.
  static func form(of namespace: String) -> String {
    if let known = namespaces.first(where: { $0.value == namespace }) { return known.key + ":" }
    return namespace.isEmpty ? "" : "{\(namespace)}"
  }

  /// Returns a name of WebDAV (RFC 4918).
  package static func dav(_ local: String) -> XMLName { XMLName(stringLiteral: "D:" + local) }
  /// Returns a name of CalDAV (RFC 4791).
  package static func calDAV(_ local: String) -> XMLName { XMLName(stringLiteral: "C:" + local) }

  // Requests.
  package static let (propfind, propertyupdate) = (dav("propfind"), dav("propertyupdate"))
  package static let (set, remove, include) = (dav("set"), dav("remove"), dav("include"))
  package static let (prop, propname, allprop) = (dav("prop"), dav("propname"), dav("allprop"))
  package static let (mkcol, mkcalendar) = (dav("mkcol"), calDAV("mkcalendar"))
  package static let (syncCollection, syncLevel) = (dav("sync-collection"), dav("sync-level"))
  package static let (limit, nresults) = (dav("limit"), dav("nresults"))
  package static let calendarQuery = calDAV("calendar-query")
  package static let calendarMultiget = calDAV("calendar-multiget")
  package static let (filter, compFilter) = (calDAV("filter"), calDAV("comp-filter"))
  package static let (propFilter, paramFilter) = (calDAV("prop-filter"), calDAV("param-filter"))
  package static let (timeRange, textMatch) = (calDAV("time-range"), calDAV("text-match"))
  package static let (isNotDefined, expand) = (calDAV("is-not-defined"), calDAV("expand"))

  // Answers.
  package static let (multistatus, response, href) = (
    dav("multistatus"), dav("response"), dav("href")
  )
  package static let (propstat, status) = (dav("propstat"), dav("status"))
  package static let (error, responsedescription) = (dav("error"), dav("responsedescription"))

  // Properties, and what they hold.
  package static let (resourcetype, displayname) = (dav("resourcetype"), dav("displayname"))
  package static let (collection, principal) = (dav("collection"), dav("principal"))
  package static let (calendar, calendarData) = (calDAV("calendar"), calDAV("calendar-data"))
  package static let (getetag, getctag): (XMLName, XMLName) = ("D:getetag", "CS:getctag")
  package static let (getcontenttype, getcontentlength) = (
    dav("getcontenttype"), dav("getcontentlength")
  )
  package static let (getlastmodified, creationdate) = (dav("getlastmodified"), dav("creationdate"))
  package static let (syncToken, owner) = (dav("sync-token"), dav("owner"))
  package static let currentUserPrincipal = dav("current-user-principal")
  package static let currentUserPrivilegeSet = dav("current-user-privilege-set")
  package static let (principalURL, privilege) = (dav("principal-URL"), dav("privilege"))
  package static let supportedReportSet = dav("supported-report-set")
  package static let (supportedReport, report) = (dav("supported-report"), dav("report"))
  package static let calendarHomeSet = calDAV("calendar-home-set")
  package static let calendarUserAddressSet = calDAV("calendar-user-address-set")
  package static let calendarDescription = calDAV("calendar-description")
  package static let calendarTimezone = calDAV("calendar-timezone")
  package static let supportedCalendarComponentSet = calDAV("supported-calendar-component-set")
  package static let (comp, supportedCalendarData) = (
    calDAV("comp"), calDAV("supported-calendar-data")
  )
  package static let supportedCollationSet = calDAV("supported-collation-set")
  package static let supportedCollation = calDAV("supported-collation")
  package static let maxResourceSize = calDAV("max-resource-size")
  package static let scheduleCalendarTransp = calDAV("schedule-calendar-transp")
  package static let calendarFreeBusySet = calDAV("calendar-free-busy-set")
  package static let (calendarColor, calendarOrder): (XMLName, XMLName) = (
    "A:calendar-color", "A:calendar-order"
  )
  package static let autoprovisioned: XMLName = "A:autoprovisioned"

  // Preconditions.
  package static let propfindFiniteDepth = dav("propfind-finite-depth")
  package static let validSyncToken = dav("valid-sync-token")
  package static let syncTraversalSupported = dav("sync-traversal-supported")
  package static let validCalendarObjectResource = calDAV("valid-calendar-object-resource")
  package static let supportedCalendarComponent = calDAV("supported-calendar-component")
  package static let validCalendarData = calDAV("valid-calendar-data")
  package static let (noUIDConflict, supportedFilter) = (
    calDAV("no-uid-conflict"), calDAV("supported-filter")
  )
}
