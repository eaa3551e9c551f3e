import Platform
import TasksCore

/// The public key of this server, for browsers that subscribe.
struct PushKeyPage: StorePage {
  func answer(_ visit: StoreRoom.Visit) throws -> WebAnswer {
    let key = try PushCrypto.point(of: PushBook(visit.store).secret())
    return WebAnswer.json("push-key") { json in json.object { $0.member("key", key.base64URL) } }
  }
}
