import { act, deleteTask, nextState, rename, restoreTask, toggleDone } from "./act.js"
import { rowOf, stepsHere, watchCopy } from "./copy.js"
import { h, keyed, loading, say, sheet } from "./dom.js"
import { notesEditor, previews, savedDraft } from "./editor.js"
import { fieldButtons, fieldsEditor, hasLineDraft, otherFields } from "./fields.js"
import { entriesOf } from "./history.js"
import { icon } from "./icons.js"
import { editInPlace } from "./in-place.js"
import { plain, rendered } from "./notes.js"
import { overlayRow } from "./overlay.js"
import { laterPicker, listPicker, priorityPicker, tagPicker } from "./pickers.js"
import { unseen } from "./queue.js"
import { closeTask, taskAddress } from "./router.js"
import { listLink, updateBox } from "./row.js"
import { watch, workflow } from "./state.js"
import { stepsOf } from "./steps.js"
import { toast } from "./toast.js"

const partNames = ["head", "asides", "fields", "notes", "steps", "related", "history", "foot"]

/**
 * The open task: beside its list where there is room, else a page of its own.
 * What is being edited stays as it is when the task changes elsewhere.
 * @param {string} id
 * @param {() => void} [named] what is done when its title is known
 */
export function taskPane(id, named = () => {}) {
  const parts = Object.fromEntries(partNames.map((name) => [name, h("div", { class: name })]))
  const element = h("article", { class: "open", tabindex: -1, "aria-label": "Task" }, loading())
  const pane = { id, element, task: null, key: "", fields: null, editor: null, wanted: null }
  const steps = stepsOf(id)
  parts.steps.append(steps.element)

  function show(data, loadedAt) {
    const commands = unseen(loadedAt)
    const task = withUnseen(data, commands)
    const key = JSON.stringify([task, data.text, workflow(), commands.length])
    if (pane.key === key) return
    Object.assign(pane, { task, key })
    if (!parts.head.isConnected) element.replaceChildren(...Object.values(parts))
    element.setAttribute("aria-label", task.title)
    named()
    if (!parts.head.querySelector(".in-place")) replaceKeepingFocus(parts.head, head(task, pane))
    replaceKeepingFocus(parts.asides, asides(task))
    if (!pane.fields) replaceKeepingFocus(parts.fields, fields(task, pane))
    steps.show(task, commands)
    replaceKeepingFocus(parts.related, related(task))
    if (pane.editor) pane.editor.changed(data.text)
    else showNotes()
    replaceKeepingFocus(parts.foot, foot(task))
    if (task.isPart) return
    if (!pane.wasShown && savedDraft(id)) pane.editNotes()
    if (!pane.wasShown && hasLineDraft(id)) pane.editFields()
    pane.wasShown = true
    pane.wanted?.()
    pane.wanted = null
  }

  function showNotes() {
    const { task } = pane
    const edit = h("button", { type: "button", class: "soft", onclick: () => pane.editNotes() }, task.text ? "Edit" : "Add notes")
    if (task.isPart) return parts.notes.replaceChildren(h("p", { class: "quiet" }, "Notes and history come when the server is back."))
    replaceKeepingFocus(parts.notes, (task.text || !task.deleted) && [h("div", { class: "part-head" }, h("h3", {}, "Notes"), !task.deleted && !task.encrypted && edit),
      task.encrypted && h("p", { class: "quiet" }, "Encrypted: tasks show and tasks edit read these notes."),
      task.text && !task.encrypted && rendered(task.blocks ?? [], !task.deleted && ((block, to) => tick(task, block, to)))])
  }

  pane.editNotes = () => {
    if (!pane.task || pane.task.isPart) return void (pane.wanted = pane.editNotes)
    if (pane.editor || pane.task.deleted) return
    pane.editor = notesEditor(pane.task, {
      save: (text, was) => act({ do: "notes", id, text, was }, "Notes saved", text),
      close: (bring) => {
        pane.editor = null
        showNotes()
        parts.notes.querySelector("button")?.focus()
        if (bring) toast("Notes not saved", { name: "Get them back", run: () => (bring(), pane.editNotes()) })
      },
    })
    parts.notes.replaceChildren(h("div", { class: "part-head" }, h("h3", {}, "Notes")), pane.editor.element)
  }
  pane.editFields = () => {
    if (!pane.task || pane.task.isPart) return void (pane.wanted = pane.editFields)
    if (pane.fields || pane.task.deleted) return
    pane.fields = fieldsEditor(pane.task, () => {
      pane.fields = null
      replaceKeepingFocus(parts.fields, fields(pane.task, pane))
      parts.fields.querySelector("button")?.focus()
    })
    parts.fields.replaceChildren(pane.fields)
  }
  pane.act = (name) => {
    const { task } = pane
    if (!task || task.deleted) return
    const at = parts.fields.isConnected ? parts.fields : element
    const picks = { date: laterPicker, priority: priorityPicker, list: listPicker, tag: tagPicker }
    if (picks[name]) picks[name](parts.fields.querySelector(`[data-field=${name}]`) ?? at, task)
    if (name === "edit") pane.editTitle()
    if (name === "state") nextState(task)
    if (name === "done") toggleDone(task)
    if (name === "delete") deleteTask(task), closeTask()
  }
  pane.editTitle = () => {
    const title = parts.head.querySelector(".open-title")
    // The task as it is when editing begins: the server compares its title with the present one.
    const { task } = pane
    if (title && task && !task.deleted) editInPlace(title, task.title, "Title", (text) => rename(task, text))
  }

  const watching = watch(`task?id=${encodeURIComponent(id)}`, show, (error) => {
    pane.key = ""
    // Without the server, what its row has is better than nothing.
    const row = error.isPassing && rowOf(id)
    if (row) return show({ ...row, isPart: true, text: "", childRows: stepsHere(id) }, Infinity)
    element.replaceChildren(closing(), h("p", { class: "empty" }, error.status === 404 ? "This task is gone." : error.message))
  })
  const again = watchCopy(() => pane.task?.isPart && rowOf(id) && show({ ...rowOf(id), isPart: true, text: "", childRows: stepsHere(id) }, Infinity))
  const changes = watch(`history?id=${encodeURIComponent(id)}`, ({ entries }) =>
    keyed(parts.history, entries.length ? [{ key: "head" }, ...entriesOf(entries, { id })] : [], ({ key }) => key,
      ({ make }) => (make ? make() : h("h3", {}, "History")), () => {}))
  return Object.assign(pane, { stop: () => [watching, again, changes].forEach((each) => each.stop()) })
}

function withUnseen(data, commands) {
  const task = overlayRow(data, commands, workflow())
  if (task.text !== data.text) task.blocks = previews.get(task.text) ?? [{ b: "text", in: [task.text] }]
  return task
}

/** Replaces children and gives the focus to the one that takes the place of the focused one. */
function replaceKeepingFocus(parent, children) {
  const focused = parent.contains(document.activeElement) && document.activeElement
  const place = focused ? [...parent.querySelectorAll("a, button, input, select")].indexOf(focused) : -1
  parent.replaceChildren(...[children].flat(Infinity).filter(Boolean))
  if (focused) [...parent.querySelectorAll("a, button, input, select")][place]?.focus({ preventScroll: true })
}

const closing = () => h("button", { type: "button", class: "close", "aria-label": "Close the task", onclick: closeTask }, icon("close"))

function head(task, pane) {
  const box = h("button", { type: "button", class: "box", disabled: task.deleted, onclick: () => toggleDone(task) })
  updateBox(box, task)
  const title = h("h2", { class: "open-title", dir: "auto" },
    h("button", { type: "button", title: "Edit the title", onclick: () => pane.editTitle() }, task.title))
  const [parent] = task.parents ?? []
  const where = parent ? h("a", { href: taskAddress(parent.id) }, `‹ ${parent.title}`) : task.list ? listLink(task.list) : ""
  return [h("div", { class: "where" }, h("span", { class: "quiet", dir: "auto" }, task.past ? `As it was ${task.past}` : where), closing()),
    h("div", { class: "head-line", "data-state": task.done ? "done" : "open" }, box, title)]
}

/** What merges put aside: both values, and whose the other one is. */
function asides(task) {
  if (!Array.isArray(task.aside)) return []
  const button = (name, run, kind) => h("button", { type: "button", class: kind, onclick: run }, name)
  return task.aside.map(({ field, label = field, dropped, kept, device, shown }) => h("div", { class: "aside-value", role: "group", "aria-label": `${label}, put aside by a merge` },
    h("p", {}, h("b", {}, `Two devices set the ${label}. `), `A merge kept ${kept ? `“${kept}”` : "nothing"} and put aside ${dropped ? `“${dropped}”` : "nothing"}`,
      device ? ` of ${device}` : "", shown ? `, ${shown}.` : "."),
    h("div", { class: "buttons" }, button(dropped ? `Take “${dropped}”` : "Take nothing", () => act({ do: "take", id: task.id, field }, `Taken: ${dropped ?? "nothing"}`, task.title), "strong"),
      button("Keep", () => act({ do: "keep", id: task.id, field }, `Kept: ${kept ?? "nothing"}`, task.title), "soft"))))
}

function fields(task, pane) {
  return [fieldButtons(task, pane.editFields), otherFields(task)]
}

function related(task) {
  const links = (name, rows) => rows?.length > 0 && [h("h3", {}, name), h("ul", { class: "links" }, rows.map((row) =>
    h("li", { class: row.done ? "ticked" : "" }, h("a", { href: taskAddress(row.id), dir: "auto" }, row.title), row.done && h("span", { class: "unseen" }, ", done"))))]
  return links("Waits for", task.blockers)
}

function tick(task, block, to) {
  const text = plain(block.in)
  act({ do: "box", id: task.id, number: block.number, text, to }, "", text)
  say(`${to ? "Ticked" : "Not ticked"}: ${text}`)
}

function foot(task) {
  const button = (name, run, kind = "soft") => h("button", { type: "button", class: kind, onclick: run }, name)
  const copy = async (text) => (await navigator.clipboard.writeText(text), toast(`Copied: ${text}`))
  const namesOf = h("p", { class: "mono names-of" }, h("button", { type: "button", title: "Copy the id", onclick: () => copy(task.short) }, task.short ?? ""),
    task.path && h("button", { type: "button", title: "Copy the path", onclick: () => copy(task.path) }, task.path))
  const clock = task.clocked ? button("Clock out", () => act({ do: "clock-out" }, `Clocked out: ${task.title}`, task.title))
    : button("Clock in", () => act({ do: "clock-in", id: task.id }, `The clock runs: ${task.title}`, task.title))
  if (task.past) return [namesOf]
  if (!task.deleted) return [h("div", { class: "actions" }, !task.done && clock, button("Delete", () => (deleteTask(task), closeTask()), "soft danger")), namesOf]
  const purge = () => {
    sheet({ class: "sheet", "aria-label": "Delete for good" }, () => [
      h("p", {}, `Delete “${task.title}” for good? Its history stays in git.`),
      h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong danger", value: "yes" }, "Delete for good"),
        h("button", { class: "soft", value: "" }, "Keep it"))], (choice) => {
      if (choice) act({ do: "purge", id: task.id }, `Deleted for good: ${task.title}`, task.title), closeTask()
    })
  }
  return [h("div", { class: "actions" }, button("Restore", () => restoreTask(task), "strong"), button("Delete for good", purge, "soft danger")), namesOf]
}
