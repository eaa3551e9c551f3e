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
    var rows: [DAVRow] = []
    switch path {
    case .wellKnown: throw DAVAnswer.notFound(request.target)
    case .root(let root):
      rows = [.place(path, .root(root))]
      if below, root == .dav { rows += [.place(.principal, .principal), .place(.home, .home)] }
    case .principal: rows = [.place(path, .principal)]
    case .home:
      rows = [.place(path, .home)]
      if below { rows += snapshot.lists.all.map { .place($0.path, .list($0)) } }
    case .list(let segment):
      let list = try list(segment, request)
      rows = [.place(list.path, .list(list))]
      if below { rows += snapshot.members(of: list).map(DAVRow.task) }
    case .task: rows = [.task(try entry(path, request))]
    }
    return try told(of: rows, asked)
  }

  /// Answers with what was asked of each row.
  func told(
    of rows: [DAVRow], _ asked: AskedProperties,
    ending: @escaping @Sendable (inout XMLWriter) -> Void = { _ in }
  ) throws -> DAVAnswer {
    let properties = properties
    return try DAVAnswer.multistatus(rows, texts: texts, ending: ending) { rows, texts, writer in
      let entries = asked.needsText ? rows.compactMap(\.entry) : []
      var found = try texts(entries)[...]
      for row in rows {
        switch row {
        case .place(let path, let resource):
          asked.write(resource, at: path, properties, to: &writer)
        case .task(let entry):
          let text = found.popFirst() ?? nil
          let path = properties.snapshot.path(of: entry)
          asked.write(.task(entry, text: text), at: path, properties, to: &writer)
        case .gone(let href): writer.response(href, status: 404)
        }
      }
    }
  }
}

/// A row of an answer about several places.
enum DAVRow: Sendable {
  case place(DAVPath, DAVResource)
  case task(DAVSnapshot.Entry)
  /// There is nothing at an address.
  case gone(String)

  var entry: DAVSnapshot.Entry? { if case .task(let entry) = self { entry } else { nil } }
}
