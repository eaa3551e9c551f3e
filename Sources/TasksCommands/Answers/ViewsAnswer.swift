import TasksCore
import TasksExchange

/// The saved views, in the order of the store's settings.
struct ViewsAnswer: Answer {
  let kind = "views"
  let views: [(name: String, view: View)]

  /// What an import left out; nil for a listing.
  let remarks: [ImportRemark]?

  init(_ views: [(name: String, view: View)], remarks: [ImportRemark]? = nil) {
    (self.views, self.remarks) = (views, remarks)
  }

  func writeRest(to json: inout JSONWriter) { json.remarks(remarks) }

  func write(to json: inout JSONWriter) {
    json.array(views) { json, row in
      json.object { json in
        json.name("name")
        json.string(row.name)
        for key in View.Key.allCases {
          json.key(key.rawValue)
          if key == .limit {
            json.number(row.view.limit)
          } else if key == .tree {
            json.bool(row.view.isTree)
          } else {
            json.string(row.view[key].map { Text($0) })
          }
        }
        json.name("blocks")
        json.array(row.view.blocks) { $0.string($1) }
      }
    }
  }
}

/// The context of this clone.
struct ContextAnswer: Answer {
  let kind = "context"
  /// The name of its view; nil outside of any.
  let name: String?

  init(_ name: String?) { self.name = name }

  func write(to json: inout JSONWriter) { json.string(name.map { Text($0) }) }
}
