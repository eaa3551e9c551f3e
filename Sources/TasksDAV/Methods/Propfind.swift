import TasksCore
import TasksStore

/// Which properties a request asks for.
struct AskedProperties: Sendable {
  let names: [XMLName]
  /// Whether names alone are asked for.
  let isNames: Bool
  /// Whether properties that are not there are left out.
  let isBrief: Bool

  /// - Parameter element: What has `prop`, `allprop` or `propname`; nil for all.
  init(_ element: XMLElement?, isBrief: Bool) {
    isNames = element?[.propname] != nil
    if let prop = element?[.prop] {
      names = prop.children.map(\.name)
      self.isBrief = isBrief
    } else {
      names = DAVResource.usual + (element?[.include]?.children.map(\.name) ?? [])
      self.isBrief = true
    }
  }

  /// Whether the text of a task is needed.
  var needsText: Bool { names.contains(.calendarData) || names.contains(.getcontentlength) }

  /// Writes what is said of a resource.
  func write(
    _ resource: DAVResource, at path: DAVPath, _ properties: DAVProperties,
    to writer: inout XMLWriter
  ) {
    writer.response(path.href) { writer in
      var missing: [XMLName] = []
      writer.propstat { writer in
        for name in names {
          if isNames {
            var other = XMLWriter()
            if properties.write(name, of: resource, to: &other) { writer.element(name) }
          } else if !properties.write(name, of: resource, to: &writer) {
            missing.append(name)
          }
        }
      }
      if !isBrief { writer.propstat(404, of: missing) }
    }
  }
}

extension DAVService {
  var properties: DAVProperties {
    DAVProperties(snapshot: snapshot, user: store.context.variable("USER") ?? "me")
  }

  func propfind(_ request: DAVRequest, _ path: DAVPath) throws -> DAVAnswer {
    let depth = try request.depth(usually: .infinity)
    guard depth != .infinity else {
      throw DAVAnswer.refusal(
        403, "properties are told of one level at a time", .propfindFiniteDepth)
    }
    let element = try request.xml()
    if let element, element.name != .propfind {
      throw DAVAnswer.refusal(400, "the body is no propfind")
    }
    let asked = AskedProperties(element, isBrief: request.isBrief)
    let below = depth == .one
    var rows: [(DAVPath, DAVResource)] = []
    switch path {
    case .wellKnown: throw DAVAnswer.notFound(request.target)
    case .root(let root):
      rows = [(path, .root(root))]
      if below, root == .dav { rows += [(.principal, .principal), (.home, .home)] }
    case .principal: rows = [(path, .principal)]
    case .home:
      rows = [(path, .home)]
      if below { rows += snapshot.lists.all.map { ($0.path, .list($0)) } }
    case .list(let segment):
      let list = try list(segment, request)
      rows = [(list.path, .list(list))]
      if below { rows += try resources(snapshot.members(of: list), asked) }
    case .task: rows = try resources([try entry(path, request)], asked)
    }
    let properties = properties
    return try DAVAnswer.multistatus(rows) { row, writer in
      asked.write(row.1, at: row.0, properties, to: &writer)
    }
  }

  /// The tasks with their texts, if these are asked for.
  func resources(
    _ entries: [DAVSnapshot.Entry], _ asked: AskedProperties
  ) throws -> [(DAVPath, DAVResource)] {
    let texts = asked.needsText ? try texts(of: entries) : entries.map { _ in nil }
    return zip(entries, texts).map { (snapshot.path(of: $0), .task($0, text: $1)) }
  }
}
