import { dayOf, isPast } from "./dates.js"

/**
 * What stands where: the lists of the page, made of a copy of all open tasks. Nothing here knows the page or the network.
 * @typedef {{kind: string, at: string}} DateOf
 * @typedef {{id: string, title: string, state: string, done?: boolean, deleted?: boolean, archived?: boolean, list?: string,
 *   tags?: string[], dates?: DateOf[], parent?: string, priority?: string}} Row
 * @typedef {{name: string | null, rows: Row[]}} Group
 * @typedef {{rows: Row[], places: Object<string, {name?: string, rows: number[]}[]>}} Copy
 */

const dateOf = (row, kind) => row.dates?.find((date) => date.kind === kind)?.at

export const isOverdue = (row, now) => !row.done && isPast(dateOf(row, "deadline") ?? "9", now)

const isAside = (row, now) => row.archived || row.deleted || (dateOf(row, "hidden") ?? "") > now

const isForToday = (row, now) =>
  ["deadline", "scheduled"].some((kind) => dayOf(dateOf(row, kind) ?? "9") <= dayOf(now))

/** The first date of a task, for lists by date; a day without a time comes after its times. */
function firstDate(row) {
  const dates = ["deadline", "scheduled"].map((kind) => dateOf(row, kind)).filter(Boolean)
  const first = dates.sort()[0] ?? "9"
  return first.length > 10 ? first : first + "T99"
}

const byDate = (rows) => rows.map((row) => ({ row, key: firstDate(row) }))
  .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row)

/** Whether a list or tag is another one, or below it. */
const isBelow = (name, other) => name === other || name?.startsWith(other + "/")

const hasTag = (row, name) => row.tags?.some((tag) => isBelow(tag, name)) ?? false

/** Whether a filter is nothing but words, which titles are searched for here. */
export const isWords = (q) => !/[:+@()"|~]|(^|\s)-|\b(or|and|not)\b/i.test(q)

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

export const hasWords = (title, q) => folded(q).split(/\s+/).every((word) => folded(title).includes(word))

/**
 * The groups of a place.
 * @param {Copy} copy
 * @param {string} show as `/api/tasks` takes it: `today`, `list:work`
 * @param {string} q the words of a search
 * @param {string} now
 * @returns {Group[] | null} null for a place that only the server knows
 */
export function groupsOf(copy, show, q, now) {
  if (copy.places[show]) {
    // What was finished or hidden since leaves, unless it was finished here (list.js keeps it).
    return copy.places[show].map(({ name = null, rows }) => ({ name, rows: rows.map((place) => copy.rows[place]).filter((row) => row && !row.done && !row.deleted) }))
  }
  const rows = copy.rows.filter((row) => !row.done && !isAside(row, now))
  const one = (isWanted) => [{ name: null, rows: rows.filter(isWanted) }]
  const name = show.slice(show.indexOf(":") + 1)
  if (show.startsWith("list:")) return one((row) => isBelow(row.list, name))
  if (show.startsWith("tag:")) return one((row) => hasTag(row, name))
  switch (show) {
    case "today": {
      const [late, rest] = parted(rows.filter((row) => isForToday(row, now)), (row) => isOverdue(row, now))
      return [{ name: "Overdue", rows: byDate(late) }, { name: "Today", rows: byDate(rest) }]
    }
    case "order": {
      const [pressing, rest] = parted(rows, (row) => isForToday(row, now))
      return pressing.length ? [{ name: "Overdue and today", rows: pressing }, { name: "In your order", rows: rest }] : [{ name: null, rows: rest }]
    }
    case "inbox": return one((row) => row.list?.toLowerCase() === "inbox")
    case "all": {
      // The simplest filters are places.
      if (/^list:[^\s"]+$/.test(q)) return groupsOf(copy, q, "", now)
      if (/^[+@][\p{L}_][^\s]*$/u.test(q)) return groupsOf(copy, "tag:" + q.replace(/^\+/, ""), "", now)
      return isWords(q) ? one((row) => hasWords(row.title, q)) : null
    }
    default: return null
  }
}

function parted(rows, isWanted) {
  return [rows.filter(isWanted), rows.filter((row) => !isWanted(row))]
}

export const titleOf = (show) => {
  const name = show.slice(show.indexOf(":") + 1)
  if (show.startsWith("tag:")) return name.startsWith("@") ? name : "+" + name
  return show.includes(":") ? name : { today: "Today", order: "In order", inbox: "Inbox", next: "Next", all: "All" }[show]
}

/** Whether the order by hand is the order of a place. */
export const canMove = (show) => /^(order$|inbox$|all$|list:|tag:)/.test(show)

/** How many open tasks are where, for the rail. */
export function countsOf(copy, now) {
  const rows = copy.rows.filter((row) => !row.done && !isAside(row, now))
  return {
    open: rows.length,
    today: rows.filter((row) => isForToday(row, now)).length,
    inbox: rows.filter((row) => row.list?.toLowerCase() === "inbox").length,
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" })

/** By name as people count, level by level: `list2` before `list10`, `work/home` before `work-old`. */
export function byName(all) {
  const compare = (a, b) => {
    const [one, other] = [a.name.split("/"), b.name.split("/")]
    const place = one.findIndex((level, n) => level !== other[n])
    return place < 0 ? one.length - other.length : collator.compare(one[place], other[place] ?? "")
  }
  return [...all].sort(compare)
}
