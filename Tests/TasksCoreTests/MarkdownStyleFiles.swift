/// Front matter as programs and people write it, with what YAML allows and no task needs. A task's own keys stand
/// around it.
enum MarkdownStyleFiles {
  static let all: [(name: String, text: String)] =
    [
      ("TaskNotes", MarkdownFiles.taskNotes), ("Backlog.md", MarkdownFiles.backlog),
      ("dstask", MarkdownFiles.dstask), ("ours", MarkdownFiles.example),
    ] + fragments.map { ($0.name, "---\nstatus: todo\n\($0.text)title: T\n---\n\nBody.\n") }

  private static let fragments: [(name: String, text: String)] = [
    (
      "anchors and types",
      """
      owner: &o Bob
      reviewer: *o
      base: &b {x: 1}
      merged:
        <<: *b
        y: 2
      typed: !!str 12
      weight: !!int "90"
      set: !!set {a, b}
      when: !!timestamp 2026-11-20

      """
    ),
    (
      "texts of several lines",
      """
      desc: >-
        one
        two

          deep
      kept: |+
        a

      indented: |2
          two in
        none
      plain: one
        two # why
      quoted: "one
        two\\
        three

        four"
      single: 'it''s
        so'
      location: |-
        Praha

      """
    ),
    (
      "flow over lines",
      """
      meta: {a: 1,
        b: [x, 'z'],
        c: "d"}
      tags: [phone, # first
        "a, b"
        ]
      arr: [[1, 2], {k: v}]
      dependencies: [c4,
        d5]

      """
    ),
    (
      "comments and blank lines",
      """
      # top

        # indented
      priority: high # why
      tags: # list
        # in the list
        - a # one

        # before b
        - b
      list: ~
        # nothing
      labels: ~
        # nothing either

      deep:
        # c
        [1]
      # end

      """
    ),
    (
      "dates",
      """
      due: 2026-11-27 17:00
      scheduled: 2026-11-23T10:00:30+02:00
      created: '2026-11-20 09:15'
      stamp: 2001-12-14t21:59:43.10-05:00
      day: 2026-11-02
      time: 12:30:45
      completed: 2026-11-20T09:15:00Z
      reminder: [2026-11-23T09:30, '2026-11-24']

      """
    ),
    (
      "words and numbers",
      """
      a: yes
      b: Off
      c: "no"
      d: 010
      e: 0o17
      f: 0x1F
      g: 190:20:30
      h: 1_000
      i: .inf
      j: ~
      k:
      l: 1e3
      m: -0
      o: 12e03
      rank: 1024
      effort: 90
      alert: 60
      location_radius: 500

      """
    ),
    (
      "keys",
      """
      klíč: hodnota
      名前: 値
      "quoted key": v
      'single k': w
      a key: x
      🙂: ☺
      Priority: high
      due_date: 2026-11-27
      url: http://x.org:80/a#b
      win: C:\\x
      said: say "hi"
      it: it's
      tabs: "a\\tb"
      x:y: z

      """
    ),
    (
      "Hugo",
      """
      date: 2026-11-20T09:15:00+01:00
      draft: true
      params:
        a: 1
        b:
          - c
          - {d: e}
      resources:
      - src: "*.png"
        name: x
      menu: {main: {weight: 1}}
      categories: jekyll update
      aliases:
          - "/a/"
          -   /b

      """
    ),
  ]
}
