/**
 * What the server answered, with the changes on top that it had not seen: what was done shows at once, and also
 * without a server. A change that sets fields has them as `patch`, as the rows have them.
 */

/** @param {any[]} commands bodies of `/api/do`, oldest first @param {{state: string, done: boolean}[]} workflow */
export function overlayRow(row, commands, workflow = []) {
  let now = row
  for (const command of commands) {
    if (command.id !== row.id && !command.ids?.includes(row.id)) continue
    now = { ...now, ...changes(now, command, workflow) }
  }
  return now
}

function changes(row, command, workflow) {
  switch (command.do) {
    case "title": return { title: command.text }
    case "state": return state(row, command, workflow)
    case "delete": return { deleted: true }
    case "restore": return { deleted: false }
    case "purge": return { purged: true }
    case "notes": return { text: command.text }
    case "box": return box(row, command)
    case "modify": return command.patch ? patched(row, command.patch) : { isUnsure: true }
    case "take":
    case "keep": return { aside: Array.isArray(row.aside) ? row.aside.filter(({ field }) => field !== command.field) : row.aside }
    case "clock-in": return { clocked: true }
    default: return {}
  }
}

/** Tags are added and taken one by one, since several changes may wait. */
function patched(row, { addTags = [], dropTags = [], dates = {}, ...fields }) {
  const tags = [...(row.tags ?? []).filter((tag) => !dropTags.includes(tag) && !addTags.includes(tag)), ...addTags]
  const kept = (row.dates ?? []).filter(({ kind }) => !(kind in dates))
  const set = Object.entries(dates).filter(([, at]) => at).map(([kind, at]) => ({ kind, at }))
  const order = ["deadline", "hidden", "scheduled"]
  return { ...fields, tags, dates: [...kept, ...set].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)) }
}

function state(row, { to }, workflow) {
  // A repeating task goes on at its next date, which the server tells.
  if (to === "done" || to === "cancel") return { done: true, justDone: true }
  if (to === "reopen") return { done: false, state: row.done ? (workflow[0]?.state ?? "TODO") : row.state }
  const keyword = workflow.find((each) => each.state === to)
  return keyword ? { state: to, done: keyword.done, justDone: keyword.done } : {}
}

function box(row, { number, to }) {
  const blocks = row.blocks?.map((block) => (block.number === number ? { ...block, box: to ? "x" : " " } : block))
  return blocks ? { blocks } : {}
}

/**
 * The copy with changes on top: new tasks stand at its end, moved ones in their new place. Rows keep their numbers, which
 * the places of the copy use.
 * @param {import("./lists.js").Copy} copy
 */
export function overlayCopy(copy, commands, workflow) {
  if (commands.length === 0) return copy
  const named = new Set(commands.flatMap(({ id, ids = [] }) => [id, ...ids]))
  const rows = copy.rows.map((row) => (named.has(row.id) ? overlayRow(row, commands, workflow) : row))
  const there = new Set(rows.map(({ id }) => id))
  const places = rows.map((_, place) => place)
  for (const command of commands) {
    if (command.do === "add" && !there.has(command.id)) {
      there.add(command.id)
      places.push(rows.length)
      rows.push(overlayRow(newRow(command, workflow), commands, workflow))
    }
    if (command.do === "move") move(places, rows, command)
  }
  return { ...copy, rows: places.map((place) => rows[place]), places: renumbered(copy.places, places) }
}

function renumbered(all, order) {
  const now = new Map(order.map((old, place) => [old, place]))
  return Object.fromEntries(Object.entries(all).map(([show, groups]) =>
    [show, groups.map((group) => ({ ...group, rows: group.rows.map((old) => now.get(old)) }))]))
}

const newRow = ({ id, line, patch }, workflow) =>
  ({ id, state: workflow[0]?.state ?? "TODO", isPending: true, ...patch, title: patch?.title || line })

function move(places, rows, { id, after, before, to }) {
  const from = places.findIndex((place) => rows[place].id === id)
  if (from < 0) return
  const [moved] = places.splice(from, 1)
  const beside = places.findIndex((place) => rows[place].id === (after ?? before))
  if (after ?? before) places.splice(beside < 0 ? from : beside + (after ? 1 : 0), 0, moved)
  else places.splice(to === "first" ? 0 : places.length, 0, moved)
}

/** An answer to `/api/tasks` with changes on top, for the places that the copy does not have. */
export function overlay(data, commands, show, workflow) {
  if (commands.length === 0) return data
  const groups = data.groups.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => overlayRow(row, commands, workflow))
      .filter((row) => !row.purged && (show === "deleted") === (row.deleted === true)),
  }))
  return { ...data, groups: groups.filter(({ rows }) => rows.length > 0) }
}
