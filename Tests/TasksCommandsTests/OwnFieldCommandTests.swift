import TestSupport
import Testing

/// Fields that a store defines by its settings.
@Suite struct OwnFieldCommandTests {
  @Test func fieldsOfOnesOwn() throws {
    try expect(
      #"""
      $ tasks config field.points number
      set field.points = number
      $ tasks config field.client text && tasks config field.estimate duration && tasks config field.when date
      set field.client = text
      set field.estimate = duration
      set field.when = date
      $ tasks config field.area "one of low mid high" && tasks config field.kinds "some of web phone"
      set field.area = one of low mid high
      set field.kinds = some of web phone
      $ tasks config field.due date
      ! tasks: 'due' means something already; give the field another name
      [2]
      $ tasks config field.x_y text
      ! tasks: name a field with letters, digits and -, a letter first; a property of any name is prop.NAME:
      [2]
      $ tasks config field.size int
      ! tasks: 'int' is no kind of field; the kinds are text, number, duration, date, one of a b c, some of a b c, words
      [2]
      $ tasks add Plan "client:Big Corp" points:5 estimate:1h30 when:fri 17:00 area:mid kinds:phone,web
      added ID  Plan  client Big Corp  points 5  estimate 1:30  when Fri 2026-11-27 17:00  area mid  kinds phone, web
      $ tasks modify 1bb client:Acme points:13.5 area:high prop.vendor:Miele
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  client Acme  points 13.5  area high
      $ tasks modify 2cc points:x
      ! tasks: 'x' is not a value of points
      !   points:x
      !          ^
      ! it is a number
      [2]
      $ tasks modify 2cc area:none
      ! tasks: 'none' is not a value of area
      !   area:none
      !        ^^^^
      ! it is one of low, mid, high
      [2]
      $ tasks modify 2cc prop.id:x
      ! tasks: no property can have the name 'id'
      !   id
      !   ^^
      ! use another name, or the key of that field
      [2]
      $ tasks list points.any: --sort -points --columns title,client,points,estimate,when,area,kinds,prop.vendor
      Call Bob about the invoice	Acme	13.5			high		Miele
      Plan	Big Corp	5	1:30	2026-11-27T17:00	mid	phone,web	
      $ tasks list --sort area --columns area,title
      mid	Plan
      high	Call Bob about the invoice
      	Buy milk
      	Water the plants
      $ tasks list --group kinds --columns title
      web
      Plan
      phone
      Plan
      No kinds
      Call Bob about the invoice
      Buy milk
      Water the plants
      $ tasks list --explain points.over:3 estimate.under:1h when.before:fri kinds:web,phone client:acme
      all of
        points over 3
        estimate under 1:00
        when before Fri 2026-11-27
        kinds is web phone
        property client is acme
      $ tasks list points.before:3
      ! tasks: 'before' is not a comparison
      !   points.before:3
      !          ^^^^^^
      ! try: .over, .under, .any, .none
      [2]
      $ tasks list --format "{title}: {points}" points.over:6
      Call Bob about the invoice: 13.5
      $ tasks show 1bb
      Call Bob about the invoice
      id          1bbbbbbbbbbbbbbb
      state       TODO
      priority    A
      tags        phone @office
      list        work
      due         Fri 2026-11-27 17:00 -3d
      effort      1:30
      VENDOR      Miele
      client      Acme
      points      13.5
      area        high
      created     Wed 2026-11-18 09:00
      rank        1
      sync        not synchronized
      file        2026-11/call-bob-1bbbbbbbbbbbbbbb.org

         He has the number.

       1 - [ ] find the number
       2 - [X] read the contract
       3 - [ ] call
      $ tasks log -n 1 --field points
      COMMIT  Fri 2026-11-20 09:15  modify  Call Bob about the invoice  Test (laptop)
                prop.points: nothing → 13.5
      $ tasks client:acme modify points: --yes
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      $ tasks list client.any: --columns title,client,points
      Call Bob about the invoice	Acme	
      Plan	Big Corp	5
      $ tasks view save big points.over:2 --sort -points --columns title,points && tasks big
      saved the view big
      Plan	5
      $ sed -i 's/^:area: .*/:area: medium/' */*1bb*
      $ tasks list --all area.any: --columns title,area
      Plan	mid
      $ tasks doctor | grep -A1 values
      wrong   values: 2026-11/call-bob-1bbbbbbbbbbbbbbb.org: area is one of low, mid, high, and not 'medium'
              correct it: tasks edit 2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      $ tasks config field.points ""
      set field.points = 
      $ tasks list points:5
      ! tasks: 'points:5' is searched as text, since it has no key of a filter; any property is prop.points:5, and tasks help list has the keys
      ! tasks: no open task matches
      """#)
  }

  @Test func inMarkdown() throws {
    try expect(
      #"""
      $ tasks config format md && tasks config field.points number && tasks config field.kinds words
      set format = md
      set field.points = number
      set field.kinds = words
      $ tasks convert 2cc --to md | tail -1
      converted 2cc  Buy milk  +errand  list:home
      $ tasks modify 2cc points:5 kinds:web
      modified 2cc  Buy milk  +errand  list:home  points 5  kinds web
      $ tasks modify 2cc points:8.5 kinds:web,phone
      modified 2cc  Buy milk  +errand  list:home  points 8.5  kinds web, phone
      $ sed -n '/^points/,/^---/p' */*2cc*
      points: 8.5
      kinds:
        - web
        - phone
      ---
      """#)
  }

  @Test func exports() throws {
    try expect(
      #"""
      $ tasks config field.points number && tasks config field.estimate duration && tasks config field.when date
      set field.points = number
      set field.estimate = duration
      set field.when = date
      $ tasks modify 1bb points:5 estimate:90 when:2026-12-01
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  points 5  estimate 1:30  when Tue 2026-12-01
      $ tasks export csv 1bb | tail -1 | tr -d '\r'
      - [ ] call",ACME,5,1:30,2026-12-01
      $ tasks export taskwarrior 1bb | grep -o '"\(points\|estimate\|when\)":[^,}]*'
      "points":5
      "estimate":"PT90M"
      "when":"20261130T230000Z"
      $ tasks export taskwarrior 1bb | sed 's/"points":5/"points":8/; s/PT90M/PT2H/; s/20261130T23/20261223T23/' | tasks import taskwarrior -
      changed 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      0 added, 1 changed, 0 unchanged
      $ tasks list 1bb --columns points,estimate,when
      8	2:00	2026-12-24
      """#)
  }

  @Test func inTodoTxt() throws {
    try expect(
      #"""
      $ tasks config field.points number && tasks config field.area "one of low, very high" && tasks config field.rec text
      set field.points = number
      set field.area = one of low, very high
      set field.rec = text
      $ echo 'Mow points:2.5 area:very_high due:2026-12-01 rec:+1w vendor:Miele' | tasks import todotxt -
      added ID  Mow vendor:Miele  due Tue 2026-12-01 +1w
      1 added, 0 changed, 0 unchanged
      $ tasks list Mow --columns title,points,area,repeat
      Mow vendor:Miele	2.5	very high	+1w
      $ tasks export todotxt Mow | sed 's/uid:.*//'
      Mow vendor:Miele due:2026-12-01 rec:+1w points:2.5 area:very_high 
      """#)
  }

  @Test func attributesThatHaveNoFieldAreNamed() throws {
    try expect(
      #"""
      $ tasks config field.points number
      set field.points = number
      $ echo '[{"description":"Mow","uuid":"11111111-1111-4111-8111-111111111111","status":"pending","entry":"20261120T081500Z","points":5,"jira":"X-1","estimate":"PT2H","start":"20261120T081500Z"}]' | tasks import taskwarrior -
      added 111  NEXT Mow
      1 added, 0 changed, 0 unchanged
      ! tasks: kept as properties: jira, estimate; to have one as a field: tasks config field.jira text
      $ tasks list Mow --columns title,points,prop.jira,prop.estimate
      Mow	5	X-1	PT2H
      """#)
  }

  /// What another version or a person has written into the settings locks nobody out.
  @Test func oddSettings() throws {
    try expect(
      #"""
      $ printf '[field]\n\tpoints = integer\n\tdue = date\n' >> .tasks/config
      $ tasks modify 1bb points:many
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  points many
      $ tasks config field.points number
      set field.points = number
      ! tasks: 1 task has a value of another kind, which stays; tasks doctor names it
      $ tasks doctor | grep -A1 values
      wrong   values: 2026-11/call-bob-1bbbbbbbbbbbbbbb.org: points is a number, and not 'many'
              correct it: tasks edit 2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      $ tasks config field.points ""
      set field.points = 
      $ tasks config field.points
      ! tasks: the setting field.points is not set
      [1]
      $ tasks config urgency.waiting -5
      set urgency.waiting = -5
      $ echo '{"title":"J","properties":{"n":3,"crew":["a","b c"]}}' | tasks add -
      added ID  J
      $ tasks config field.crew words && tasks config field.n number
      set field.crew = words
      set field.n = number
      $ echo '{"title":"K","properties":{"n":"x"}}' | tasks add -
      ! tasks: line 1: n is a number, and not 'x'
      [2]
      $ tasks list J --columns n,crew
      3	a,b c
      $ tasks list J --json | grep -o '"properties":{[^}]*}'
      "properties":{"n":"3","crew":"a,b c"}
      $ tasks convert 2cc --to md && tasks modify 2cc crew:@a,b n:3 && tasks convert 2cc --to org && grep -E "crew|:n:" */*2cc*
      converted 2cc  Buy milk  +errand  list:home
      modified 2cc  Buy milk  +errand  list:home  crew @a, b  n 3
      converted 2cc  Buy milk  +errand  list:home  crew @a, b
      :crew:     @a b
      :n:        3
      """#)
  }

  /// Two devices that each add a field have both.
  @Test func settingsOfTwoDevices() throws {
    try expect(
      #"""
      $ git init -q --bare ../hub.git && tasks git remote add origin "$PWD/../hub.git" && tasks sync > /dev/null 2>&1; echo $?
      0
      $ tasks clone ../hub.git ../other > /dev/null 2>&1; echo $?
      0
      $ tasks config field.points number && tasks config field.area "one of a b"
      set field.points = number
      set field.area = one of a b
      $ tasks --store ../other config field.client text && tasks --store ../other config field.area "one of a b c"
      set field.client = text
      set field.area = one of a b c
      $ tasks --store ../other modify 1bb client:Acme area:c
      modified 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00  client Acme  area c
      $ tasks sync > /dev/null 2>&1; tasks --store ../other sync; tasks sync > /dev/null 2>&1; echo $?
      synchronized with origin: 2 received, 3 sent, merged
      0
      $ tasks config | grep field; tasks --store ../other config | grep field
      field.client = text
      field.area = one of a b c
      field.points = number
      field.client = text
      field.area = one of a b c
      field.points = number
      $ tasks list client.any --columns client,area
      Acme	c
      """#)
  }
}
