import Git
import StoreTestSupport
import TasksCore
import TasksDAV
import TasksStore
import Testing

@Suite struct DAVListsTests {
  @Test(arguments: [
    ("groceries", "groceries"), ("a_b-9", "a_b-9"), ("Groceries", "groceries-2742b7"),
    ("Über uns!", "uber-uns-"), ("no-list", "no-list-"), ("買い物", "task-"), ("a+b c/d", "a-b-c-d-"),
    // It looks like what is made of another name.
    ("uber-uns-1a2b3c", "uber-uns-1a2b3c-"),
  ]) func aListHasASegment(_ list: Text, _ start: String) {
    let segment = ListSegment.of(list)
    #expect(segment.string.hasPrefix(start), "\(segment)")
    #expect(DAVPath(DAVPath.list(segment).href) == .list(segment))
    #expect(DAVPath.list(segment).href == "/dav/lists/\(segment)/")
    #expect(segment == list || segment.bytes.suffix(7).first == 0x2D)
  }

  @Test func everyListIsFoundByItsSegment() {
    var chosen = ListSettings()
    chosen[.dav] = "4E2A-B7"
    var taking = ListSettings()
    taking[.dav] = ListSegment.of("Über").string
    var plain = ListSettings()
    plain[.dav] = "work"
    var odd = ListSettings()
    odd[.dav] = "a/b"
    let settings: [Text: ListSettings] = [
      "New": chosen, "Renamed": taking, "Home": plain, "Twice": plain, "Odd": odd, "": chosen,
    ]
    let names: [Text] = ["Über", "work", "no-list", "Renamed", "U\u{308}ber", "Odd"]
    let lists = DAVLists(names, settings)
    #expect(Set(lists.all.map(\.segment)).count == lists.all.count)
    #expect(lists.all.count == 1 + Set(names).union(settings.keys).count - 1)
    for list in lists.all {
      #expect(lists[segment: list.segment] == list && lists[list.name] == list)
      #expect(DAVPath(list.path.href) == list.path)
    }
    #expect(lists["New"]?.segment == "4E2A-B7" && lists["Home"]?.segment == "work")
    #expect(lists["Renamed"]?.segment == ListSegment.of("Über"))
    #expect(lists[nil]?.segment == "no-list" && lists[segment: "4e2a-b7"] == nil)
    #expect(lists.all.first?.name == nil)
    // The order in which lists are found does not matter.
    #expect(DAVLists(names.reversed(), settings).all == lists.all)
  }

  @Test func settingsAreKeptInTheStore() throws {
    let world = try StoreWorld()
    let store = try world.create()
    func change(_ lists: [(name: Text?, settings: ListSettings?)]) throws {
      _ = try StoreWrite(store: store, verb: "config").run { _ in
        [try ListSettings.change(lists, in: store)]
      }
    }
    var settings = ListSettings()
    settings[.dav] = "4E2A"
    settings[.color] = "#FF2968"
    settings[.description] = "a \"b\" # c\nd"
    let names: [Text?] = ["Groceries", "a.b \"c\\", "Über", nil]
    try change(names.map { ($0, settings) })
    let all = Dictionary(uniqueKeysWithValues: names.map { ($0 ?? "", settings) })
    #expect(try ListSettings.all(of: store) == all)
    #expect(try world.read(".tasks/config").contains("[list \"Groceries\"]\n\tdav = 4E2A\n"))
    // What was set by hand stays.
    let file = SettingsFile(of: store)
    try file.set("list.Groceries.icon", to: "cart")
    settings[.color] = nil
    try change([("Groceries", settings), ("Über", nil)])
    let found = try ListSettings.all(of: store)
    #expect(found["Groceries"] == settings && found["Über"] == nil && found.count == 3)
    #expect(try file.value("list.Groceries.icon") == "cart" && file.knows("list.Other.color"))
    #expect(throws: StoreError.self) { try change([("a\nb", settings)]) }
  }
}
