import { act, deleteTask, rename, restoreTask, toggleDone } from "./act.js"
import { h, keyed, loading, say } from "./dom.js"
import { notesEditor, previews, savedDraft } from "./editor.js"
import { fieldsEditor } from "./fields.js"
import { changesOf } from "./history.js"
import { icon } from "./icons.js"
import { editInPlace } from "./in-place.js"
import { plain, rendered } from "./notes.js"
import { overlayRow } from "./overlay.js"
import { unseen } from "./queue.js"
import { closeTask, taskAddress } from "./router.js"
import { dateChip, repeatWords } from "./row.js"
import { watch, world } from "./state.js"
import { toast } from "./toast.js"

/**
 * The open task: beside its list where there is room, else a page of its own.
 * What is being edited stays as it is when the task changes elsewhere.
 */
export function taskPane(id) {
  const parts = Object.fromEntries(["head", "fields", "related", "notes", "history", "foot"].map((name) => [name, h("div", { class: name })]))
  const element = h("article", { class: "open", tabindex: -1, "aria-label": "Task" }, loading())
  const pane = { id, element, task: null, key: "", fields: null, editor: null }

  function show(data, loadedAt) {
    const task = withUnseen(data, unseen(loadedAt))
    const key = JSON.stringify([task, data.text, world.state?.workflow])
    if (pane.key === key) return
    Object.assign(pane, { task, key })
    if (!parts.head.isConnected) element.replaceChildren(...Object.values(parts))
    element.setAttribute("aria-label", task.title)
    if (!parts.head.querySelector(".in-place")) replaceKeepingFocus(parts.head, head(task, pane))
    if (!pane.fields) replaceKeepingFocus(parts.fields, fields(task, pane))
    replaceKeepingFocus(parts.related, related(task))
    if (pane.editor) pane.editor.changed(data.text)
    else showNotes()
    replaceKeepingFocus(parts.foot, foot(task))
    if (!pane.wasShown && savedDraft(id)) pane.editNotes()
    pane.wasShown = true
  }

  function showNotes() {
    const { task } = pane
    const edit = h("button", { type: "button", class: "soft", onclick: () => pane.editNotes() }, task.text ? "Edit" : "Add notes")
    replaceKeepingFocus(parts.notes, (task.text || !task.deleted) && [h("div", { class: "part-head" }, h("h3", {}, "Notes"), !task.deleted && !task.encrypted && edit),
      task.encrypted && h("p", { class: "quiet" }, "Encrypted: tasks show and tasks edit read these notes."),
      task.text && !task.encrypted && rendered(task.blocks ?? [], !task.deleted && ((block, to) => tick(task, block, to)))])
  }

  pane.editNotes = () => {
    if (pane.editor || !pane.task || pane.task.deleted) return
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
    if (pane.fields || !pane.task || pane.task.deleted) return
    pane.fields = fieldsEditor(pane.task, () => {
      pane.fields = null
      replaceKeepingFocus(parts.fields, fields(pane.task, pane))
      parts.fields.querySelector("button")?.focus()
    })
    parts.fields.replaceChildren(pane.fields)
  }
  pane.act = (name) => {
    if (!pane.task || pane.task.deleted) return
    if (name === "edit") pane.editTitle()
    if (name === "done") toggleDone(pane.task)
    if (name === "delete") deleteTask(pane.task), closeTask()
  }
  pane.editTitle = () => {
    const title = parts.head.querySelector(".open-title")
    // The task as it is when editing begins: the server compares its title with the present one.
    const { task } = pane
    if (title && task) editInPlace(title, task.title, "Title", (text) => rename(task, text))
  }

  const watching = watch(`task?id=${encodeURIComponent(id)}`, show, (error) => {
    pane.key = ""
    element.replaceChildren(closing(), h("p", { class: "empty" }, error.status === 404 ? "This task is gone." : error.message))
  })
  const changes = watch(`history?id=${encodeURIComponent(id)}`, (entries) =>
    keyed(parts.history, entries.length ? [{ at: "head" }, ...entries] : [], (entry) => entry.at + (entry.commit ?? ""),
      (entry) => (entry.at === "head" ? h("h3", {}, "History") : changesOf({ ...entry, title: null })), () => {}))
  return Object.assign(pane, { stop: () => (watching.stop(), changes.stop()) })
}

function withUnseen(data, commands) {
  const task = overlayRow(data, commands)
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
  const label = `${task.done ? "Reopen" : "Mark done:"} ${task.title}`
  const box = h("button", { type: "button", class: "box", "aria-label": label, disabled: task.deleted, onclick: () => toggleDone(task) })
  box.dataset.priority = task.priority ?? ""
  const title = h("h2", { class: "open-title" },
    h("button", { type: "button", title: "Edit the title", onclick: () => pane.editTitle() }, task.title))
  return [h("div", { class: "where" }, h("span", { class: "mono", title: task.path }, `${task.short ?? ""} · ${task.path ?? ""}`), closing()),
    h("div", { class: "head-line", "data-state": task.done ? "done" : "open" }, box, title)]
}

/** The fields of `tasks show` that the pane draws in its own way or leaves out; it has all others as they are there. */
const drawn = new Set(["id", "path", "state", "priority", "tags", "list", "scheduled", "deadline", "wait", "closed", "deleted", "reminders",
  "effort", "parent", "blockers", "created", "rank", "last_repeat"])

function fields(task, pane) {
  const dates = task.dates ?? []
  const date = (kind) => dates.filter((each) => each.kind === kind).map(dateChip)
  const rows = [
    ["Deadline", date("deadline")], ["Begins", date("scheduled")], ["Hidden until", date("hidden")], ["Done", date("closed").map((each) => each.textContent.replace("done ", ""))],
    ["Deleted", date("deleted").map((each) => each.textContent.replace("deleted ", ""))],
    ["Reminders", (task.reminders ?? []).join(", ")], ["Repeats", task.repeats && repeatWords(task.repeats)], ["List", task.list],
    ["Tags", (task.tags ?? []).map((tag) => (tag.startsWith("@") ? tag : "+" + tag)).join(" ")], ["Priority", task.priority], ["Effort", task.effort],
    ...(task.fields ?? []).filter(([name]) => !drawn.has(name)).map(([, label, shown]) => [label, shown]),
    ...Object.entries(task.properties ?? {}),
  ].filter(([, value]) => (Array.isArray(value) ? value.length : value))
  return [h("dl", {}, h("dt", {}, "State"), h("dd", {}, stateChoice(task)), rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    !task.deleted && h("button", { type: "button", class: "soft", onclick: pane.editFields }, "Edit dates, list and tags")]
}

function stateChoice(task) {
  const states = world.state?.workflow.map(({ state }) => state) ?? []
  const all = states.includes(task.state) ? states : [task.state, ...states]
  const choice = h("select", { "aria-label": "State", disabled: task.deleted, onchange: () => {
    const was = { state: task.state, at: (task.dates ?? []).map((date) => date.at) }
    act({ do: "state", id: task.id, to: choice.value, was }, `${choice.value}: ${task.title}`, task.title)
  } }, all.map((state) => h("option", { value: state, selected: state === task.state }, state)))
  return choice
}

function related(task) {
  const links = (name, rows) => rows?.length > 0 && [h("h3", {}, name), h("ul", { class: "links" }, rows.map((row) =>
    h("li", { class: row.done ? "ticked" : "" }, h("a", { href: taskAddress(row.id) }, row.title), row.done && h("span", { class: "unseen" }, ", done"))))]
  return [links("Part of", task.parents), links("Steps", task.childRows), links("Waits for", task.blockers)]
}

function tick(task, block, to) {
  const text = plain(block.in)
  act({ do: "box", id: task.id, number: block.number, text, to }, "", text)
  say(`${to ? "Ticked" : "Not ticked"}: ${text}`)
}

function foot(task) {
  const button = (name, run, kind = "soft") => h("button", { type: "button", class: kind, onclick: run }, name)
  if (!task.deleted) return button("Delete", () => (deleteTask(task), closeTask()), "soft danger")
  const purge = () => {
    const sure = h("dialog", { class: "sheet", "aria-label": "Delete for good" },
      h("p", {}, `Delete “${task.title}” for good? Its history stays in git.`),
      h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong danger", value: "yes" }, "Delete for good"),
        h("button", { class: "soft", value: "" }, "Keep it")))
    sure.addEventListener("close", () => {
      sure.remove()
      if (sure.returnValue) act({ do: "purge", id: task.id }, `Deleted for good: ${task.title}`, task.title), closeTask()
    })
    document.body.append(sure)
    sure.showModal()
  }
  return [button("Restore", () => restoreTask(task), "strong"), button("Delete for good", purge, "soft danger")]
}
