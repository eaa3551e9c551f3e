import { sentence, tell } from "./api.js"
import { words } from "./dates.js"
import { plural } from "./dom.js"
import { change } from "./queue.js"
import { failed, storeNow, world } from "./state.js"
import { hide, toast } from "./toast.js"

/** What can be taken back, newest last. */
const past = []

/** How long an answer may take before the page says that a change waits, in milliseconds. */
const SOON = 1000
const late = Symbol("late")

/**
 * Makes a change, says so once the server has taken it, and offers to take it back. What it refuses is shown by
 * refused.js alone.
 * @param {any} body of `/api/do`
 * @param {string | ((answer: any) => string)} said what the toast says; empty for changes that one sees anyhow
 * @param {string} about what was typed or the task's title, for the case that the change is refused
 * @param {...{name: string, run: () => void, when?: (answer: any) => boolean}} actions
 */
export async function act(body, said, about = "", ...actions) {
  const made = change(body, about)
  past.push(made)
  const undo = { name: "Undo", run: () => takeBack(made) }
  const answer = await Promise.race([made.answer, new Promise((resolve) => setTimeout(resolve, SOON, late))])
  if (answer === late) {
    if (said && !world.isOnline) toast("This waits here until the server is back.", undo)
    return made.answer
  }
  if (!answer) return null
  const text = typeof said === "function" ? said(answer) : said
  const offers = actions.filter(({ when }) => !when || when(answer))
  if (answer.warning) toast(sentence(answer.warning), undo, ...offers)
  else if (text) toast(text, undo, ...offers)
  return answer
}

async function takeBack(made) {
  past.splice(past.indexOf(made), 1)
  hide()
  if (await made.undo()) toast("Undone")
}

export async function undoLast() {
  if (past.length > 0) return takeBack(past.at(-1))
  hide()
  try {
    toast(sentence((await tell("do", { do: "undo" })).message))
  } catch (error) {
    toast(error.message)
    failed(error)
  }
}

const shownState = (row) => ({ state: row.state, at: (row.dates ?? []).map((date) => date.at) })

/** What a change names: one task, or several in one commit. */
const named = (rows) => (rows.length === 1 ? { id: rows[0].id } : { ids: rows.map(({ id }) => id) })
const titled = (rows) => (rows.length === 1 ? rows[0].title : plural(rows.length, "task"))

export function toggleDone(row) {
  const body = { do: "state", id: row.id, to: row.done ? "reopen" : "done", was: shownState(row) }
  const said = ({ again, openSteps }) => {
    if (row.done) return `Reopened: ${row.title}`
    if (again) return `Done, again ${again}: ${row.title}`
    return `Done: ${row.title}${openSteps ? `. ${plural(openSteps, "step is", "steps are")} open.` : ""}`
  }
  const finishSteps = { name: "Finish them too", when: ({ openSteps }) => !row.done && openSteps > 0,
    run: () => act({ do: "finish-steps", id: row.id }, `Done: the steps of ${row.title}`, row.title) }
  return act(body, said, row.title, finishSteps)
}

export function setState(row, to, inWords) {
  const said = ({ again }) => (again ? `Done, again ${again}: ${row.title}` : `${inWords}: ${row.title}`)
  return act({ do: "state", id: row.id, to, was: shownState(row) }, said, row.title)
}

export const finishAll = (rows) =>
  act({ do: "state", ids: rows.map(({ id }) => id), to: "done", was: rows.map(shownState) }, `Done: ${titled(rows)}`, titled(rows))

export function deleteTask(...rows) {
  return act({ do: "delete", ...named(rows) }, `Deleted: ${titled(rows)}`, titled(rows))
}

export const restoreTask = (row) => act({ do: "restore", id: row.id }, `Restored: ${row.title}`, row.title)

/**
 * Sets fields of tasks.
 * @param {any[]} rows
 * @param {string} line as `tasks modify` takes it
 * @param {any} patch what the rows show meanwhile (overlay.js)
 */
export function modify(rows, line, patch, said) {
  const told = ({ newList }) => (newList ? `${said}, a new list` : said)
  return act({ do: "modify", ...named(rows), line, patch }, told, line)
}

const keys = { deadline: "due", scheduled: "sched", hidden: "wait" }
const verbs = { deadline: "Due", scheduled: "Begins", hidden: "Hidden until" }
const noDate = { deadline: "No deadline", scheduled: "No day to begin", hidden: "Shown again" }

/** Sets or takes a date. @param {string} every as `every:` takes it; nil to leave the repeat as it is */
export function setDate(rows, kind, at, every) {
  const line = `${keys[kind]}:${at ?? ""}${every == null ? "" : ` every:${every}`}`
  const said = at ? `${verbs[kind]} ${words(at, storeNow())}` : noDate[kind]
  return modify(rows, line, { dates: { [kind]: at }, ...(every == null ? {} : { repeats: every || null }) }, `${said}: ${titled(rows)}`)
}

export const setList = (rows, list) => modify(rows, `list:${quoted(list)}`, { list: list || null }, list ? `In ${list}: ${titled(rows)}` : `In no list: ${titled(rows)}`)

export const setPriority = (rows, priority) =>
  modify(rows, `pri:${priority}`, { priority: priority || null }, `${priority ? "Priority " + priority : "No priority"}: ${titled(rows)}`)

export function setTag(rows, tag, isOn) {
  const word = isOn ? (tag.startsWith("@") ? tag : "+" + tag) : "-" + tag
  return modify(rows, word, isOn ? { addTags: [tag] } : { dropTags: [tag] }, `${isOn ? "Tagged" : "No longer tagged"} ${tag}: ${titled(rows)}`)
}

export const quoted = (text) => (/\s/.test(text) ? `"${text}"` : text)

export function rename(row, text) {
  const title = text.trim()
  if (!title || title === row.title) return
  return act({ do: "title", id: row.id, text: title, was: row.title }, "Title changed", title)
}
