import TestSupport
import Testing

/// Tasks near a place, and levels of lists.
@Suite struct NearbyTests {
  @Test func theNearestComesFirst() throws {
    try expect(
      #"""
      $ sed -i 's/^:RANK: .*/&\n:GEO: 50.0875,14.4213\n:LOCATION: Office/' 2026-11/call-bob-*.org
      $ sed -i 's/^:RANK: .*/&\n:GEO: 50.09,14.42\n:LOCATION_RADIUS: 5000/' 2026-11/buy-milk-*.org
      $ sed -i 's/^:RANK: .*/&\n:GEO: 50.0876,14.4213/' 2026-11/pay-rent-*.org
      $ tasks nearby 50.0876,14.4213
      1bb  11 m  Call Bob about the invoice  Office
      2cc  283 m  Buy milk
      $ tasks nearby 50.1,14.42
      2cc  1.1 km  Buy milk
      $ tasks nearby 50.0876,14.4213 -errand
      1bb  11 m  Call Bob about the invoice  Office
      $ tasks nearby -50.0876,-14.4213
      ! tasks: no open task is near
      $ tasks nearby 50.1,14.42 --json | tr ',' '\n' | grep -E '"short"|"distance"|"kind"'
      "kind":"tasks"
      "short":"2cc"
      "distance":1112}]}
      $ tasks nearby here
      ! tasks: 'here' is no place; write latitude and longitude in degrees: tasks nearby 50.0875,14.4213
      [2]
      $ tasks nearby 91,0
      ! tasks: '91,0' is no place; write latitude and longitude in degrees: tasks nearby 50.0875,14.4213
      [2]
      """#)
  }

  @Test func levelsOfLists() throws {
    try expect(
      #"""
      $ tasks refile 1bb work/clients/acme && tasks refile 2cc work/office
      refiled 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work/clients/acme  due Fri 2026-11-27 17:00
      refiled 2cc  Buy milk  +errand  list:work/office
      $ tasks list list:work --columns title
      Call Bob about the invoice
      Buy milk
      $ tasks list list:work/clients --columns title
      Call Bob about the invoice
      $ tasks suggest zsh refile 3dd wo | cut -f1
      work
      work/clients
      work/clients/acme
      work/office
      $ mkdir -p $XDG_CONFIG_HOME/tasks && printf '[refile]\n\tlevels = 2\n' > $XDG_CONFIG_HOME/tasks/config
      $ tasks suggest zsh refile 3dd wo | cut -f1
      work
      work/clients
      work/office
      $ printf '[refile]\n\tlevels = 1\n' > $XDG_CONFIG_HOME/tasks/config
      $ tasks suggest zsh refile 3dd wo | cut -f2
      work  2 open
      $ tasks suggest zsh list list:wo | cut -f1
      list:work
      list:work/clients
      list:work/clients/acme
      list:work/office
      $ tasks config refile.levels 1
      ! tasks: nothing to change
      """#)
  }
}
