/// The places that a store may be synchronized with.
public struct PlacesAnswer: Answer {
  /// The name of a remote, its url, and whether a sync contacts it.
  public typealias Row = (name: String, place: String, isSynced: Bool)

  public let kind = "places"
  public let rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  public func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("place", row.place)
        json.member("synced", row.isSynced)
      }
    }
  }
}
