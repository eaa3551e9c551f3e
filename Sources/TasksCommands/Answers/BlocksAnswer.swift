import TasksCore

/// The parts of a view or of the dashboard, each with the value that its own listing has.
struct BlocksAnswer: Answer {
  let kind: String
  let blocks: [(name: String, answer: any Answer)]

  init(_ kind: String, _ blocks: [(name: String, answer: any Answer)]) {
    (self.kind, self.blocks) = (kind, blocks)
  }

  func write(to json: inout JSONWriter) {
    json.array(blocks) { json, block in
      json.object { json in
        json.member("block", block.name)
        json.key(block.answer.kind)
        block.answer.write(to: &json)
        block.answer.writeRest(to: &json)
      }
    }
  }
}
