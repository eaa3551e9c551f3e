import { world } from "./state.js"

/**
 * What the server answered, with the changes on top that it had not seen: what was done shows at once, and also
 * without a server.
 */

/** @param {any[]} commands bodies of `/api/do`, oldest first */
export function overlayRow(row, commands) {
  let now = row
  for (const command of commands) {
    if (command.id !== row.id) continue
    now = { ...now, ...changes(now, command) }
  }
  return now
}

function changes(row, command) {
  switch (command.do) {
    case "title": return { title: command.text }
    case "state": return state(row, command)
    case "delete": return { deleted: true }
    case "restore": return { deleted: false }
    case "purge": return { purged: true }
    case "notes": return { text: command.text }
    case "box": return box(row, command)
    default: return {}
  }
}

function state(row, { to }) {
  if (to === "done" || to === "cancel") return { done: true, justDone: true }
  if (to === "reopen") return { done: false, state: row.done ? firstState() : row.state }
  const keyword = world.state?.workflow.find((each) => each.state === to)
  return keyword ? { state: to, done: keyword.done } : {}
}

const firstState = () => world.state?.workflow[0]?.state ?? "TODO"

function box(row, { number, to }) {
  const blocks = row.blocks?.map((block) => (block.number === number ? { ...block, box: to ? "x" : " " } : block))
  return blocks ? { blocks } : {}
}

/** @param {{groups: {name: string | null, rows: any[]}[]}} data an answer to `/api/tasks` */
export function overlay(data, commands, show) {
  if (commands.length === 0) return data
  let groups = data.groups.map(({ name, rows }) => ({ name, rows: rows.map((row) => overlayRow(row, commands)) }))
  for (const command of commands) {
    if (command.do === "add") add(groups, command, show)
    if (command.do === "move") move(groups, command)
    if (command.do === "restore" && show === "deleted") remove(groups, (row) => row.id === command.id)
  }
  remove(groups, (row) => row.purged || (row.deleted && show !== "deleted"))
  return { ...data, groups: groups.filter(({ rows }) => rows.length > 0) }
}

function remove(groups, matches) {
  for (const group of groups) group.rows = group.rows.filter((row) => !matches(row))
}

function add(groups, { id, line }, show) {
  if (!belongs(line, show) || groups.some(({ rows }) => rows.some((row) => row.id === id))) return
  const words = line.split(" / ")[0].split(/\s+/)
  const title = words.filter((word) => !/^(\+|@)[\p{L}_]|^[a-z]+:(?!\/\/)\S/u.test(word)).join(" ")
  const tags = words.filter((word) => /^[+@][\p{L}_]/u.test(word)).map((word) => word.replace(/^\+/, ""))
  if (groups.length === 0) groups.push({ name: null, rows: [] })
  groups.at(-1).rows.push({ id, title: title || line, tags, state: firstState(), isPending: true })
}

/** Whether a new task will stand in a list; in doubt it will not, until the server says so. */
function belongs(line, show) {
  const words = line.split(/\s+/)
  const name = show.slice(show.indexOf(":") + 1)
  if (show.startsWith("list:")) return words.includes(show)
  if (show.startsWith("tag:")) return words.includes(name) || words.includes("+" + name)
  if (show === "today") return words.some((word) => /^(due|sched):today\b/.test(word))
  if (show === "inbox") return words.includes("list:inbox")
  return show === "order"
}

function move(groups, { id, after, before, to }) {
  const from = groups.find(({ rows }) => rows.some((row) => row.id === id))
  if (!from) return
  const beside = after ?? before
  const target = beside ? groups.find(({ rows }) => rows.some((row) => row.id === beside)) : from
  if (!target) return
  const row = from.rows.find((each) => each.id === id)
  from.rows = from.rows.filter((each) => each !== row)
  const place = beside ? target.rows.findIndex((each) => each.id === beside) + (after ? 1 : 0) : to === "first" ? 0 : target.rows.length
  target.rows.splice(place, 0, row)
}
