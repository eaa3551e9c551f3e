import { h } from "./dom.js"
import { icon } from "./icons.js"
import { taskAddress } from "./router.js"
import { world } from "./state.js"

export function makeRow() {
  const row = h("li", { class: "task" },
    h("button", { class: "box", type: "button" }),
    h("a", { class: "what", draggable: "false" }, h("span", { class: "title" }), h("span", { class: "meta" })),
    h("button", { class: "grip", type: "button", title: "Drag, or press the arrow keys" }, icon("grip")),
    h("button", { class: "soft restore", type: "button" }, "Restore"))
  return row
}

/** Shows a task in its row, and touches only what differs. */
export function updateRow(element, row, { canMove, isOpen, list }) {
  const where = `${canMove} ${isOpen} ${list}`
  if (element.row === row && element.where === where) return
  const shown = JSON.stringify(row)
  const isSame = element.shown === shown && element.where === where
  Object.assign(element, { shown, row, where })
  if (isSame) return
  element.dataset.id = row.id
  element.dataset.state = row.done ? "done" : "open"
  element.toggleAttribute("data-deleted", row.deleted === true)
  if (isOpen) element.setAttribute("aria-current", "true")
  else element.removeAttribute("aria-current")
  const [box, what, grip, restore] = element.children
  box.setAttribute("aria-label", `${row.done ? "Reopen" : "Mark done:"} ${row.title}`)
  box.dataset.priority = row.priority ?? ""
  what.href = taskAddress(row.id)
  const title = what.querySelector(".title")
  if (title) {
    title.replaceChildren(row.title)
    if (row.priority) title.append(h("span", { class: "unseen" }, `, priority ${row.priority}`))
  } else element.where = ""
  what.querySelector(".meta").replaceChildren(...meta(row, list))
  grip.hidden = !canMove || row.deleted === true
  grip.setAttribute("aria-label", `Move ${row.title}`)
  restore.hidden = row.deleted !== true
  restore.setAttribute("aria-label", `Restore ${row.title}`)
}

const marks = { scheduled: "▸ ", deadline: "" }
const saying = { scheduled: "begins ", deadline: "due " }

export function dateChip({ kind, shown, tone }) {
  if (kind === "closed" || kind === "deleted") return h("span", {}, `${kind === "closed" ? "done" : "deleted"} ${shown}`)
  return h("span", { class: `chip ${tone}` }, h("span", { class: "unseen" }, saying[kind]), marks[kind] ?? "", shown)
}

function meta(row, list) {
  const first = world.state?.workflow[0]?.state ?? "TODO"
  const words = [
    row.list !== list && row.list,
    ...(row.tags ?? []).map((tag) => (tag.startsWith("@") ? tag : "+" + tag)),
    row.boxes && `${row.boxes[0]} of ${row.boxes[1]}`,
    row.children && `${row.children[0]} of ${row.children[1]} steps`,
    row.repeats && `↻ ${repeatWords(row.repeats)}`,
    row.effort,
    ...(row.own ?? []).map(([name, value]) => `${name} ${value}`),
    !row.done && row.state !== first && row.state.toLowerCase(),
    row.blocked && "blocked",
    row.clocked && "clock runs",
    row.justDone && "done just now",
    row.isPending && "not sent yet",
  ]
  return [...(row.dates ?? []).map(dateChip), ...words.filter(Boolean).map((word) => h("span", {}, word))]
}

const units = { h: "hour", d: "day", w: "week", m: "month", y: "year" }

export function repeatWords(text) {
  const [, count, unit] = /^[.+]*(\d+)([hdwmy])/.exec(text) ?? []
  if (!unit) return text
  return count === "1" ? `every ${units[unit]}` : `every ${count} ${units[unit]}s`
}
