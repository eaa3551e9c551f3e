import { deleteTask, finishAll } from "./act.js"
import { rowOf } from "./copy.js"
import { h, plural } from "./dom.js"
import { icon } from "./icons.js"
import { laterPicker, listPicker, priorityPicker, tagPicker } from "./pickers.js"
import { emit } from "./state.js"

/** The tasks that are chosen, to be changed together. */
export const chosen = new Set()
let last = null

export const bar = h("div", { class: "choice", role: "toolbar", "aria-label": "Chosen tasks", hidden: true })

/**
 * Chooses a task or gives it up.
 * @param {string[] | null} all the ids of the list, to choose all from the last one to this one
 */
export function choose(id, all = null) {
  const [from, to] = all ? [all.indexOf(last ?? id), all.indexOf(id)].sort((a, b) => a - b) : []
  if (from >= 0) for (const each of all.slice(from, to + 1)) chosen.add(each)
  else if (!chosen.delete(id)) chosen.add(id)
  last = id
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

function content() {
  const rows = () => [...chosen].map(rowOf).filter(Boolean)
  const button = (name, shape, run) => h("button", { type: "button", class: "soft", onclick: (event) => run(event.currentTarget) }, icon(shape), h("span", {}, name))
  const ending = (action) => () => (action(rows()), chooseNothing())
  return [h("span", { class: "n" }, plural(chosen.size, "task")),
    button("Date", "agenda", (at) => laterPicker(at, rows())), button("List", "list", (at) => listPicker(at, rows())),
    button("Tag", "tag", (at) => tagPicker(at, rows())), button("Priority", "urgent", (at) => priorityPicker(at, rows())),
    button("Done", "done", ending(finishAll)), button("Delete", "deleted", ending((all) => deleteTask(...all))),
    button("Clear", "close", chooseNothing)]
}
