import TasksCore

/// The places that a store may be synchronized with.
package struct PlacesAnswer: Answer {
  /// The name of a remote, its url, and whether a sync contacts it.
  package typealias Row = (name: String, place: String, isSynced: Bool)

  package let kind = "places"
  package let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("name", row.name)
        json.member("place", row.place)
        json.member("synced", row.isSynced)
      }
    }
  }
}
