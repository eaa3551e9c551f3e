import { rowOf } from "./copy.js"
import { dayOf, repeatWords, words } from "./dates.js"
import { h } from "./dom.js"
import { icon } from "./icons.js"
import { isOverdue, isWords } from "./lists.js"
import { address, taskAddress } from "./router.js"
import { storeNow, workflow } from "./state.js"

export function makeRow() {
  return h("li", { class: "task" },
    h("button", { class: "box", type: "button", tabindex: -1 }),
    h("div", { class: "line" },
      h("a", { class: "what", draggable: "false", tabindex: -1 }, h("span", { class: "title", dir: "auto" })),
      h("span", { class: "meta" })),
    h("button", { class: "later", type: "button", title: "Another day (d)", tabindex: -1 }, icon("agenda")),
    h("button", { class: "grip", type: "button", title: "Drag, or press the arrow keys", tabindex: -1 }, icon("grip")),
    h("button", { class: "soft restore", type: "button", tabindex: -1 }, "Restore"))
}

/**
 * Shows a task in its row, and touches only what differs.
 * @param {any} element
 * @param {any} row
 * @param {{canMove?: boolean, isOpen?: boolean, list?: string | null, isChosen?: boolean, depth?: number, q?: string}} options `q` has the words to be marked
 */
export function updateRow(element, row, { canMove, isOpen, list, isChosen, depth = 0, q = "" }) {
  const where = `${canMove} ${isOpen} ${list} ${isChosen} ${depth} ${storeNow().slice(0, 15)} ${row.parent && rowOf(row.parent)?.title}`
  if (element.row === row && element.where === where) return
  const shown = JSON.stringify(row)
  const isSame = element.shown === shown && element.where === where
  Object.assign(element, { shown, row, where })
  if (isSame) return
  element.dataset.id = row.id
  element.dataset.state = row.done ? "done" : "open"
  element.dataset.depth = depth
  element.toggleAttribute("data-deleted", row.deleted === true)
  element.toggleAttribute("data-chosen", isChosen === true)
  if (isOpen) element.setAttribute("aria-current", "true")
  else element.removeAttribute("aria-current")
  const [box, line, later, grip, restore] = element.children
  updateBox(box, row)
  const [what, meta] = line.children
  what.href = taskAddress(row.id)
  const title = what.querySelector(".title")
  if (title) {
    title.replaceChildren(...marked(row.title, q))
    if (row.priority) title.append(h("span", { class: "unseen" }, `, priority ${row.priority}`))
    if (isChosen) title.append(h("span", { class: "unseen" }, ", chosen"))
  } else element.where = ""
  meta.replaceChildren(...metaOf(row, { list, depth, q }))
  for (const link of meta.querySelectorAll("a")) link.tabIndex = what.tabIndex
  later.hidden = row.done || row.deleted === true
  later.setAttribute("aria-label", `Another day: ${row.title}`)
  grip.hidden = !canMove || row.deleted === true
  grip.setAttribute("aria-label", `Move ${row.title}`)
  restore.hidden = row.deleted !== true
  restore.setAttribute("aria-label", `Restore ${row.title}`)
}

/** A text in which the words that were searched for are marked. */
function marked(text, q) {
  const words = isWords(q) ? q.split(/\s+/).filter(Boolean) : []
  if (words.length === 0) return [text]
  const any = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi")
  return text.split(any).map((part, n) => (n % 2 ? h("mark", {}, part) : part))
}

/** The ring of a task: its priority, or a sign of its state. */
export function updateBox(box, row) {
  box.setAttribute("aria-label", `${row.done ? "Reopen" : "Mark done:"} ${row.title}`)
  box.dataset.priority = row.priority ?? ""
  box.dataset.sign = row.done ? "" : signOf(row.state)
}

/** A state that is not the first has a sign: under way, or waiting. */
export function signOf(state) {
  if (!state || state === workflow()[0]?.state) return ""
  return /WAIT|HOLD|BLOCK/.test(state) ? "waiting" : "begun"
}

const stateNames = { TODO: "To do", NEXT: "Next", WAIT: "Waiting", DONE: "Done", CANCELED: "Canceled", CANCELLED: "Canceled" }

/** A state in words: `Waiting` for WAIT, `In progress` for IN-PROGRESS. */
export const stateWords = (state) => stateNames[state] ?? state.replace(/[-_]/g, " ").toLowerCase().replace(/^./, (letter) => letter.toUpperCase())

const dateMarks = { scheduled: "▸ ", deadline: "", hidden: "hidden until " }
const saying = { scheduled: "begins ", deadline: "due " }

function toneOf({ kind, at }, row) {
  const now = storeNow()
  if (kind === "hidden") return ""
  if (kind === "deadline") return isOverdue(row, now) ? "late" : dayOf(at) === dayOf(now) ? "today" : "due"
  return dayOf(at) <= dayOf(now) ? "today" : ""
}

export function dateChip(date, row) {
  const shown = words(date.at, storeNow())
  if (date.kind === "closed" || date.kind === "deleted") return h("span", {}, `${date.kind === "deleted" ? "deleted" : /^CANCEL/.test(row.state) ? "canceled" : "done"} ${shown}`)
  return h("span", { class: `chip ${toneOf(date, row)}` }, h("span", { class: "unseen" }, saying[date.kind]), dateMarks[date.kind] ?? "", shown)
}

export const tagWords = (tag) => (tag.startsWith("@") ? tag : "+" + tag)

export const tagLink = (tag) => h("a", { class: "place", href: address({ page: "tag", name: tag }) }, tagWords(tag))
export const listLink = (name) => h("a", { class: "place", href: address({ page: name.toLowerCase() === "inbox" ? "inbox" : "list", name: name.toLowerCase() === "inbox" ? "" : name }) }, name)

function metaOf(row, { list, depth, q }) {
  const parent = depth === 0 && row.parent && rowOf(row.parent)
  const parts = [
    ...(row.dates ?? []).map((date) => dateChip(date, row)),
    row.aside && h("span", { class: "chip today" }, "put aside by a merge"),
    parent && h("a", { class: "place", href: taskAddress(parent.id) }, `‹ ${parent.title}`),
    row.list && row.list !== list && listLink(row.list),
    ...(row.tags ?? []).map(tagLink),
  ]
  const texts = [
    row.boxes && `${row.boxes[0]} of ${row.boxes[1]}`,
    row.children && `${row.children[0]} of ${row.children[1]} steps`,
    row.repeats && `↻ ${repeatWords(row.repeats)}`,
    row.effort,
    ...(row.own ?? []).map(([name, value]) => `${name} ${value}`),
    !row.done && signOf(row.state) && stateWords(row.state),
    row.blocked && "blocked",
    row.clocked && "clock runs",
    row.justDone && "done just now",
    row.isPending && "not sent yet",
  ]
  const snippet = row.snippet && h("span", { class: "snippet", dir: "auto" }, marked(row.snippet, q))
  return [...parts, ...texts.filter(Boolean).map((word) => h("span", {}, word)), snippet].filter(Boolean)
}
