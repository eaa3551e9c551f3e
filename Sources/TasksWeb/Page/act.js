import { sentence, tell } from "./api.js"
import { timeOf, words } from "./dates.js"
import { plural } from "./dom.js"
import { change } from "./queue.js"
import { failed, storeNow, workflow, world } from "./state.js"
import { hide, toast } from "./toast.js"

/** What can be taken back, newest last. */
const past = []

/** How long an answer may take before the page says that a change waits, in milliseconds. */
const soon = () => (world.isOnline ? 3500 : 300)
const late = Symbol("late")
const inTime = (answer) => Promise.race([answer, new Promise((resolve) => setTimeout(resolve, soon(), late))])

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
  let answer = await inTime(made.answer)
  // A server may also go away while a change waits for its answer.
  while (answer === late && world.isOnline) answer = await inTime(made.answer)
  if (answer === late) {
    const waits = said ? toast("This waits here until the server is back.", undo) : null
    answer = await made.answer
    // What was done so much later is no news.
    if (waits?.isConnected === false) return answer
  }
  if (!answer) return null
  // It had been done before, so there is nothing to say or to take back.
  if (answer.repeated) {
    forget(made)
    if (!answer.isResent && body.do === "state") toast("Not done: it was changed meanwhile. This is how it is now.")
    return answer
  }
  const text = typeof said === "function" ? said(answer) : said
  const offers = actions.filter(({ when }) => !when || when(answer))
  if (answer.warning) toast(sentence(answer.warning), undo, ...offers)
  else if (text) toast(text, undo, ...offers)
  return answer
}

function forget(made) {
  if (past.includes(made)) past.splice(past.indexOf(made), 1)
}

async function takeBack(made) {
  forget(made)
  hide()
  const undone = await inTime(made.undo())
  if (undone === late) toast("The undo waits here until the server is back.")
  else if (undone !== null) toast(undone ? "Undone" : "This cannot be taken back here. Its history can do so.")
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

/** What a change of state is made of; nothing while the page does not know it. */
const shownState = (row) => (row.isPending || row.isUnsure ? undefined : { state: row.state, at: (row.dates ?? []).map((date) => date.at) })

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

/** Goes on to the next state that is not a finished one. */
export function nextState(row) {
  const states = workflow().filter(({ done }) => !done).map(({ state }) => state)
  const to = states[(states.indexOf(row.state) + 1) % states.length]
  if (to && to !== row.state) setState(row, to, to.toLowerCase())
}

const keys = { deadline: "due", scheduled: "sched", hidden: "wait" }
const verbs = { deadline: "Due", scheduled: "Begins", hidden: "Hidden until" }
const noDate = { deadline: "No deadline", scheduled: "No day to begin", hidden: "Shown again" }

/**
 * Sets or takes a date: of each task the one of its kind, at its own time unless one is given.
 * @param {any[]} rows
 * @param {(row: any) => string} kindOf
 * @param {string | null} day
 * @param {string} [time] the time for all; empty for none; each keeps its own without it
 * @param {string} [every] as `every:` takes it; nil to leave the repeat as it is
 */
export function setDate(rows, kindOf, day, time, every) {
  const groups = new Map()
  for (const row of rows) {
    const kind = kindOf(row)
    const at = day && [day, time ?? timeOf(row.dates?.find((date) => date.kind === kind)?.at ?? "")].filter(Boolean).join("T")
    const key = `${kind} ${at}`
    if (!groups.has(key)) groups.set(key, { kind, at, rows: [] })
    groups.get(key).rows.push(row)
  }
  const [first] = groups.values()
  const stops = rows.length === 1 && rows[0].repeats && (every === "" || (!day && first.kind !== "hidden"))
  const said = (day ? `${verbs[first.kind]} ${words(groups.size > 1 ? day : first.at, storeNow())}` : noDate[first.kind]) + (stops ? ", no longer repeats" : "")
  return actAll([...groups.values()].map(({ kind, at, rows: own }) => ({
    do: "modify", ...named(own), line: `${keys[kind]}:${at ?? ""}${every == null ? "" : ` every:${every}`}`,
    patch: { dates: { [kind]: at }, ...(stops ? { repeats: null } : every ? { repeats: every } : {}) },
  })), `${said}: ${titled(rows)}`)
}

/** Makes several changes that are taken back together. */
async function actAll(bodies, said) {
  if (bodies.length === 1) return act(bodies[0], said, bodies[0].line)
  const all = bodies.map((body) => change(body, body.line))
  const made = { answer: Promise.all(all.map(({ answer }) => answer)), undo: async () => (await Promise.all(all.reverse().map(({ undo }) => undo()))).every(Boolean) || null }
  past.push(made)
  if ((await made.answer).every(Boolean)) toast(said, { name: "Undo", run: () => takeBack(made) })
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
