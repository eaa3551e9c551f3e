import { act, quoted, toggleDone } from "./act.js"
import { newID } from "./api.js"
import { rowOf } from "./copy.js"
import { h, keyed } from "./dom.js"
import { draggable } from "./drag.js"
import { overlayRow } from "./overlay.js"
import { laterPicker } from "./pickers.js"
import { openTask } from "./router.js"
import { makeRow, updateRow } from "./row.js"
import { workflow } from "./state.js"
import { moveTo, rove, step } from "./list.js"

/** The steps of the open task, as rows with boxes that can be put in order, and a field for the next one. @param {string} id */
export function stepsOf(id) {
  const title = h("h3", {}, "Steps")
  const roving = { current: null }
  const rows = h("ol", { class: "groups" })
  // What is typed here outlives a look at another task.
  const keep = (text) => (text ? sessionStorage.setItem("step:" + id, text) : sessionStorage.removeItem("step:" + id))
  const field = h("input", { "aria-label": "Add a step", placeholder: "+ Step", enterkeyhint: "done", dir: "auto", value: sessionStorage.getItem("step:" + id) ?? "", oninput: () => keep(field.value) })
  const form = h("form", { class: "add-step", onsubmit: (event) => {
    event.preventDefault()
    const line = field.value.trim()
    if (!line) return
    field.value = ""
    keep("")
    const list = rowOf(id)?.list
    act({ do: "add", id: newID(), line, words: `parent:${id}${list ? ` list:${quoted(list)}` : ""}`, patch: { title: line, parent: id, list } }, "", line)
  } }, field)
  const element = h("div", {}, title, rows, form)

  rows.addEventListener("click", (event) => {
    const row = event.target.closest(".task")
    if (!row || event.target.closest("a.place, .grip")) return
    event.preventDefault()
    if (event.target.closest(".box")) toggleDone(row.row)
    else if (event.target.closest(".later")) laterPicker(event.target.closest(".later"), row.row)
    else openTask(row.row.id)
  })
  rows.addEventListener("focusin", (event) => rove(roving, event.target.closest(".task")))
  draggable(rows, { drop: moveTo, step, end: () => {} })

  function show(task, commands) {
    const known = task.childRows ?? []
    const there = new Set(known.map((row) => row.id))
    const added = commands.filter(({ do: name, id: own, patch }) => name === "add" && patch?.parent === id && !there.has(own))
      .map(({ id: own, patch }) => ({ id: own, state: workflow()[0]?.state ?? "TODO", isPending: true, ...patch }))
    const all = [...known, ...added].map((row) => overlayRow(row, commands, workflow())).filter((row) => !row.deleted && !row.purged)
      .sort((a, b) => Number(a.done ?? false) - Number(b.done ?? false))
    title.hidden = all.length === 0 && task.deleted
    title.replaceChildren("Steps ", all.length > 0 && h("span", { class: "n" }, `${all.filter(({ done }) => done).length} of ${all.length}`) || "")
    form.hidden = task.deleted === true || task.past !== undefined
    requestAnimationFrame(() => roving.current?.isConnected || rove(roving, rows.querySelector(".task")))
    keyed(rows, all, (row) => row.id, makeRow, (row, each) => updateRow(row, each, { canMove: all.length > 1, list: task.list, depth: 1 }))
  }

  return { element, show }
}
