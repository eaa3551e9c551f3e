import { addDays } from "./dates.js"
import { countsOf, hasWords } from "./lists.js"
import { overlayCopy } from "./overlay.js"
import { unseen } from "./queue.js"
import { storeNow, today, watch, workflow } from "./state.js"

/** The copy of all open tasks, with the changes that wait on top; null before it is known. */
let latest = null
let byID = new Map()

/** Follows the copy. @param {(copy: import("./lists.js").Copy) => void} show */
export function watchCopy(show, fail) {
  return watch("copy", (data, at) => {
    latest = overlayCopy(data, unseen(at), workflow())
    byID = new Map(latest.rows.map((row) => [row.id, row]))
    show(latest)
  }, fail)
}

export const rowOf = (id) => byID.get(id)

/** The open tasks that no place leaves out. */
export const openRows = () => (latest?.rows ?? []).filter((row) => !row.done && !row.deleted && !row.archived)

/** The steps of a task, as far as they are open. */
export const stepsHere = (id) => latest?.rows.filter((row) => row.parent === id) ?? []

/** The days of the agenda that are always at hand: six weeks from today. */
export const agendaPath = "agenda?days=42"
export const isInAgenda = (from, count) => from >= today() && addDays(from, count) <= addDays(today(), 42)

/** How many open tasks are where, by the copy; nothing before it is known. */
export const countsHere = () => (latest ? countsOf(latest, storeNow()) : {})

/** The open tasks whose titles have some words, at most `most`. */
export const openTitled = (q, most) => openRows().filter((row) => hasWords(row.title, q)).slice(0, most)
