import { deleteTask, finishAll } from "./act.js"
import { rowOf } from "./copy.js"
import { h, plural } from "./dom.js"
import { icon } from "./icons.js"
import { laterPicker, listPicker, priorityPicker, tagPicker } from "./pickers.js"
import { emit } from "./state.js"

/** The tasks that are chosen, to be changed together: their rows by id. @type {Map<string, any>} */
export const chosen = new Map()
let last = null

export const bar = h("div", { class: "choice", role: "toolbar", "aria-label": "Chosen tasks", hidden: true })

/**
 * Chooses a task or gives it up.
 * @param {any} row
 * @param {any[] | null} all the rows of the list, to choose all from the last one to this one
 */
export function choose(row, all = null) {
  const place = (id) => all.findIndex((each) => each.id === id)
  const [from, to] = all ? [place(last ?? row.id), place(row.id)].sort((a, b) => a - b) : []
  if (from >= 0) for (const each of all.slice(from, to + 1)) chosen.set(each.id, each)
  else if (!chosen.delete(row.id)) chosen.set(row.id, row)
  last = row.id
  redrawBar()
}

export function chooseNothing() {
  chosen.clear()
  last = null
  redrawBar()
}

function redrawBar() {
  bar.hidden = chosen.size === 0
  bar.replaceChildren(...(chosen.size ? content() : []))
  emit("chosen")
}

const rows = () => [...chosen.values()].map((row) => rowOf(row.id) ?? row)
const ending = (action) => () => (action(rows()), chooseNothing())

/** What can be done to all, by the names of the keys' actions. */
const actions = {
  date: ["Date", "agenda", (at) => laterPicker(at, rows())], list: ["List", "list", (at) => listPicker(at, rows())],
  tag: ["Tag", "tag", (at) => tagPicker(at, rows())], priority: ["Priority", "urgent", (at) => priorityPicker(at, rows())],
  done: ["Done", "done", ending(finishAll)], delete: ["Delete", "deleted", ending((all) => deleteTask(...all))], clear: ["Clear", "close", chooseNothing],
}

/** Does something to all that are chosen; false if it cannot be done to several. */
export function actOnChosen(name) {
  const run = actions[name]?.[2]
  run?.(bar.querySelector(`[data-action=${name}]`))
  return run !== undefined
}

function content() {
  const button = ([name, [label, shape, run]]) =>
    h("button", { type: "button", class: "soft", "data-action": name, onclick: (event) => run(event.currentTarget) }, icon(shape), h("span", {}, label))
  return [h("span", { class: "n" }, plural(chosen.size, "task")), Object.entries(actions).map(button)].flat()
}
