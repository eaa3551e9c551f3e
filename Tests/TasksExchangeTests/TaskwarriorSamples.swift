/// Files of Taskwarrior.
enum TaskwarriorSamples {
  static let tasks = #"""
    [
    {
    "uuid": "11111111-1111-4111-8111-111111111111",
    "description": "Plain",
    "status": "pending",
    "entry": "20261120T081500Z"
    },
    {
    "uuid": "22222222-2222-4222-8222-222222222222",
    "description": "All \"quotes\" back\\slash / slash žluť 日本 😀 tab\there",
    "status": "waiting",
    "entry": "20261120T081500Z",
    "due": "20261127T160000Z",
    "scheduled": "20261123T090000Z",
    "wait": "20261201T000000Z",
    "until": "20271201T000000Z",
    "priority": "H",
    "project": "work.sub",
    "tags": [
    "phone",
    "@office",
    "next"
    ],
    "annotations": [
    {
    "entry": "20261120T093000Z",
    "description": "waiting for Bob http://x.y/?a=b#c"
    }
    ],
    "depends": [
    "11111111-1111-4111-8111-111111111111"
    ],
    "rank": 1024.5,
    "tasksid": "k7mq2xw4tz9nbcde",
    "start": "20261120T091500Z"
    },
    {
    "uuid": "33333333-3333-4333-8333-333333333333",
    "description": "Done one",
    "status": "completed",
    "entry": "20261118T081500Z",
    "end": "20261119T090000Z",
    "modified": "20261119T090000Z"
    },
    {
    "uuid": "44444444-4444-4444-8444-444444444444",
    "description": "Deleted one",
    "status": "deleted",
    "entry": "20261118T081500Z",
    "end": "20261119T090000Z"
    },
    {
    "uuid": "55555555-5555-4555-8555-555555555555",
    "description": "Recurring parent",
    "status": "recurring",
    "entry": "20261118T081500Z",
    "due": "20261125T000000Z",
    "recur": "weekly",
    "mask": "-",
    "rtype": "periodic"
    },
    {
    "uuid": "66666666-6666-4666-8666-666666666666",
    "description": "Recurring child",
    "status": "pending",
    "entry": "20261118T081500Z",
    "due": "20261125T000000Z",
    "recur": "weekly",
    "parent": "55555555-5555-4555-8555-555555555555",
    "imask": 0
    },
    {
    "description": "No uuid no entry"
    },
    {
    "uuid": "77777777-7777-4777-8777-777777777777",
    "description": "newline\ninside",
    "status": "pending",
    "entry": "20261118T081500Z"
    },
    {
    "uuid": "88888888-8888-4888-8888-888888888888",
    "description": "date variants",
    "entry": "2026-11-20T08:15:00Z",
    "due": "2026-11-27",
    "status": "pending"
    },
    {
    "uuid": "99999999-9999-4999-8999-999999999999",
    "description": "epoch",
    "entry": "1795162500",
    "status": "pending",
    "tags": [
    "a,b",
    "with space",
    "ž"
    ]
    },
    {
    "uuid": "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
    "description": "dep string",
    "status": "pending",
    "entry": "20261120T081500Z",
    "depends": "11111111-1111-4111-8111-111111111111,22222222-2222-4222-8222-222222222222"
    }
    ]
    """#

  /// What an import may hold that crashes Taskwarrior, and what is read of it.
  static let bad: [(String, [String])] = [
    (#"[{"description":"null date","due":null}]"#, ["null date"]),
    (#"[{"description":""}]"#, ["bad: its description is empty"]),
    (#"[{"description":"number tag","tags":[1]}]"#, ["number tag | 1"]),
    (#"[{"description":"basic date","due":"20261127"}]"#, ["basic date | 2026-11-27"]),
    (#"[{"description":"bad date","due":"notadate"}]"#, ["bad: its due is no date: \"notadate\""]),
    (#"[{"description":"status","status":"foo"}]"#, ["bad: its status is 'foo'"]),
    (
      #"[{"description":"recurring without due","recur":"weekly","status":"recurring"}]"#,
      ["recurring without due | weekly"]
    ),
    (#"[{"uuid":"k7mq2xw4tz9nbcde","description":"id is no uuid"}]"#, ["id is no uuid"]),
    (#"[{"description":"surrogates \ud83d\ude00"}]"#, ["surrogates 😀"]),
    (
      #"[{"description":"two","uuid":"11111111-1111-4111-8111-111111111111"},{"description":"same uuid","uuid":"11111111-1111-4111-8111-111111111111"}]"#,
      ["two", "bad: another task before it has the same uuid"]
    ),
    (#""#, []),
    (#"[]"#, []),
    (#"[{"uuid":"11111111-1111-4111-8111-111111111111"}]"#, ["bad: it has no description"]),
  ]
}
