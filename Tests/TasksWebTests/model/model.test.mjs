// The model of the page without a browser: dates, lists, and what waits on top of them. Run by BrowserTests with node.
import assert from "node:assert/strict"
import test from "node:test"

import { addDays, addMonths, daysBetween, mondayOf, weeksOf, words } from "./dates.js"
import { byName, countsOf, groupsOf, isWords } from "./lists.js"
import { overlayCopy } from "./overlay.js"

const NOW = "2026-11-28T12:00"
const workflow = [{ state: "TODO", done: false }, { state: "DONE", done: true }]
const task = (id, more = {}) => ({ id, title: id, state: "TODO", ...more })
const due = (at) => ({ dates: [{ kind: "deadline", at }] })
const ids = (groups) => groups.map(({ rows }) => rows.map(({ id }) => id).join(" "))

test("days are counted over months, years and changes of the clock", () => {
  assert.equal(addDays("2026-12-31", 1), "2027-01-01")
  assert.equal(addDays("2028-03-01", -1), "2028-02-29")
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2)
  assert.equal(mondayOf("2026-11-29"), "2026-11-23")
  assert.equal(addMonths("2027-01-31", 1), "2027-02-28")
  assert.equal(addMonths("2026-01-15", -1), "2025-12-15")
  const weeks = weeksOf("2026-11-15")
  assert.deepEqual([weeks[0][0], weeks.at(-1)[6], weeks.length], ["2026-10-26", "2026-12-06", 6])
})

test("a date is said as people say it", () => {
  const said = { "2026-11-28": "today", "2026-11-28T09:05": "today 9:05", "2026-11-29": "tomorrow", "2026-12-04T14:00": "Fri 14:00", "2026-12-05": "5 Dec",
    "2027-01-02": "2 Jan 2027", "2026-11-27T10:00": "yesterday 10:00", "2026-11-25T10:00": "3 days ago", "2026-10-01": "1 Oct" }
  for (const [at, expected] of Object.entries(said)) assert.equal(words(at, NOW), expected)
})

test("a place has its tasks in their order", () => {
  const rows = [task("a", due("2026-12-09")), task("b", { ...due("2026-11-28T18:00"), list: "work" }), task("c", due("2026-11-20")),
    task("d", { tags: ["area/sub"] }), task("e", { dates: [{ kind: "hidden", at: "2027-01-01" }] }), task("f", { archived: true }),
    task("g", { dates: [{ kind: "scheduled", at: "2026-11-28" }], list: "Inbox" })]
  const copy = { rows, places: { next: [{ rows: [1, 0] }] } }
  const shown = (show) => ids(groupsOf(copy, show, "", NOW))
  assert.deepEqual(shown("today"), ["c", "b g"])
  assert.deepEqual(shown("order"), ["b c g", "a d"])
  assert.deepEqual([shown("list:work"), shown("tag:area"), shown("inbox"), shown("next")], [["b"], ["d"], ["g"], ["b a"]])
  assert.equal(groupsOf(copy, "view:none", "", NOW), null)
  assert.deepEqual(countsOf(copy, NOW), { open: 5, today: 3, inbox: 1 })
  assert.equal(isWords("buy milk"), true)
  for (const q of ["+phone", "list:work", "-x", "a or b"]) assert.equal(isWords(q), false, q)
})

test("a change shows before the server has seen it", () => {
  const copy = { rows: [task("a"), task("b"), task("c")], places: { next: [{ rows: [0, 2] }] } }
  const after = (...commands) => overlayCopy(copy, commands, workflow)
  const order = (...commands) => after(...commands).rows.map(({ id }) => id).join("")
  assert.equal(order({ do: "move", id: "c", before: "a" }), "cab")
  assert.equal(order({ do: "move", id: "a", after: "b" }, { do: "move", id: "c", to: "first" }), "cba")
  assert.deepEqual(ids(groupsOf(after({ do: "move", id: "c", before: "a" }), "next", "", NOW)), ["a c"])
  const dated = after({ do: "modify", ids: ["a", "b"], line: "due:today", patch: { dates: { deadline: "2026-11-28" } } })
  assert.deepEqual(ids(groupsOf(dated, "today", "", NOW)), ["", "a b"])
  const tagged = after({ do: "modify", id: "a", patch: { addTags: ["x"] } }, { do: "modify", id: "a", patch: { addTags: ["y"], dropTags: ["x"] } })
  assert.deepEqual(tagged.rows[0].tags, ["y"])
  const added = after({ do: "add", id: "n", line: "New list:work", patch: { title: "New", list: "work" } }, { do: "state", id: "n", to: "done" })
  assert.deepEqual([added.rows[3].title, added.rows[3].list, added.rows[3].done, added.rows[3].isPending], ["New", "work", true, true])
  assert.equal(order({ do: "add", id: "a", line: "a" }), "abc")
  assert.deepEqual(ids(groupsOf(after({ do: "delete", id: "b" }), "order", "", NOW)), ["a c"])
})

test("changes in any order keep every task once", () => {
  let seed = 20261128
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count
  for (let round = 0; round < 500; round += 1) {
    const rows = [..."abcdef"].map((id) => task(id))
    const commands = [...Array(8).keys()].map((n) => {
      const [id, other] = [rows[random(6)].id, rows[random(6)].id]
      return [{ do: "move", id, after: other }, { do: "move", id, before: other }, { do: "move", id, to: "last" }, { do: "add", id: `n${n}`, line: "New" },
        { do: "title", id, text: "Other" }, { do: "state", id, to: "done" }][random(6)]
    })
    const found = overlayCopy({ rows, places: { next: [{ rows: [5, 0] }] } }, commands, workflow)
    const wanted = 6 + commands.filter(({ do: name }) => name === "add").length
    assert.equal(new Set(found.rows.map(({ id }) => id)).size, wanted, JSON.stringify(commands))
    assert.equal(found.rows.length, wanted, JSON.stringify(commands))
    assert.deepEqual(found.places.next[0].rows.map((place) => found.rows[place].id), ["f", "a"])
  }
})

test("names stand as people count", () => {
  const sorted = byName(["list10", "work-old", "list2", "work/a", "work"].map((name) => ({ name }))).map(({ name }) => name)
  assert.deepEqual(sorted, ["list2", "list10", "work", "work/a", "work-old"])
})
