import { act } from "./act.js"
import { reading } from "./add.js"
import { completing, suggestWord } from "./complete.js"
import { h } from "./dom.js"
import { icon } from "./icons.js"
import { datePicker, listPicker, priorityPicker, reminderPicker, remindersOf, statePicker, tagPicker } from "./pickers.js"
import { dateChip, stateWords, tagWords } from "./row.js"
import { repeatWords } from "./dates.js"

const keyOf = (word) => /^[a-z][a-z0-9-]*:/.exec(word)?.[0]
/** The words of a line; a value in double quotes is one word with its key. */
const wordsOf = (line) => line.match(/[a-z][a-z0-9-]*:"[^"]*"|\S+/g) ?? []
const isTag = (word) => /^[+@]/.test(word)

/** The words of `tasks modify` that turn the fields of one line into those of another. */
function changedWords(before, after) {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const keys = new Set(now.map(keyOf))
  const gone = old.filter((word) => !now.includes(word))
  const cleared = gone.map((word) => (isTag(word) ? "-" + word.replace(/^\+/, "") : keys.has(keyOf(word)) ? "" : keyOf(word)))
  return [...now.filter((word) => !old.includes(word)), ...cleared].filter(Boolean).join(" ")
}

/** The fields of the open task, each a button that opens what it is chosen with. */
export function fieldButtons(task, editLine) {
  const button = (name, label, pick, ...shown) => h("button", { type: "button", class: "field", "data-field": name, disabled: task.deleted || task.past,
    "aria-label": shown.length ? undefined : label, onclick: (event) => pick(event.currentTarget, task) },
  shown.length ? shown : [icon(signs[name] ?? name), h("span", {}, label)])
  const dated = (kind, label, says) => {
    const date = task.dates?.find((each) => each.kind === kind)
    return (date || says) && button(kind === "deadline" ? "date" : kind, label, (at) => datePicker(at, [task], kind),
      ...(date ? [h("span", { class: "quiet" }, `${label} `), dateChip(date, task), kind !== "hidden" && task.repeats ? h("span", { class: "quiet" }, ` ↻ ${repeatWords(task.repeats)}`) : ""] : []))
  }
  const begins = task.dates?.some(({ kind }) => kind === "scheduled")
  const over = (task.dates ?? []).filter(({ kind }) => kind === "closed" || kind === "deleted").map((date) => h("span", { class: "field" }, dateChip(date, task)))
  const reminders = remindersOf(task)
  return h("div", { class: "field-row", role: "group", "aria-label": "Fields" }, over,
    button("state", "State", statePicker, stateWords(task.state)),
    !over.length && [dated("deadline", "Due", !begins), dated("scheduled", "Begins", false), dated("hidden", "Hidden", false)],
    button("list", "List", listPicker, ...(task.list ? [icon("list"), task.list] : [])),
    button("tag", "Tag", tagPicker, ...(task.tags?.length ? [task.tags.map(tagWords).join(" ")] : [])),
    button("priority", "Priority", priorityPicker, ...(task.priority ? [`Priority ${task.priority}`] : [])),
    button("reminder", "Reminder", reminderPicker, ...(reminders.length ? [icon("bell"), reminders.join(", ")] : [])),
    !task.deleted && !task.past && h("button", { type: "button", class: "field", "data-field": "line", onclick: editLine, title: "All fields as one line (f)" }, icon("edit"), h("span", {}, "As a line")))
}

const signs = { date: "agenda", scheduled: "next", hidden: "view", priority: "urgent", reminder: "bell" }

/** The fields of `tasks show` that the buttons have or the pane leaves out; all others are shown as they are there. */
const drawn = new Set(["id", "path", "state", "priority", "tags", "list", "scheduled", "deadline", "wait", "closed", "deleted", "reminders",
  "parent", "blockers", "alert", "alert2", "created", "rank", "last_repeat"])

export function otherFields(task) {
  const rows = [...(task.fields ?? []).filter(([name]) => !drawn.has(name)).map(([, label, shown]) => [label, shown]), ...Object.entries(task.properties ?? {})]
  return rows.length > 0 && h("dl", {}, rows.map(([name, value]) => [h("dt", {}, name), h("dd", { dir: "auto" }, value)]))
}

/** Edits the dates, list, tags and the other fields of a task as one line of quick-add. */
export function fieldsEditor(task, close) {
  const before = task.words ?? ""
  const draft = "line:" + task.id
  const field = h("input", {
    "aria-label": "Dates, list and tags", value: sessionStorage.getItem(draft) ?? (before ? before + " " : ""), oninput: () => sessionStorage.setItem(draft, field.value),
    enterkeyhint: "done", autocapitalize: "off", spellcheck: "false",
  })
  const read = reading(field, (line) => changedWords(before, line), `&id=${encodeURIComponent(task.id)}`)
  const options = completing(field, suggestWord)

  function end() {
    sessionStorage.removeItem(draft)
    close()
  }

  function submit(event) {
    event.preventDefault()
    const line = changedWords(before, field.value)
    if (line && read.isWrong()) return
    end()
    if (line) act({ do: "modify", id: task.id, line }, `Changed: ${task.title}`, line)
  }

  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    end()
  })
  requestAnimationFrame(() => (field.focus(), field.setSelectionRange(field.value.length, field.value.length)))
  return h("form", { class: "fields-form", onsubmit: submit }, h("div", { class: "adding" }, h("div", { class: "add" }, field), read.place, options),
    h("div", { class: "buttons" }, h("button", { class: "strong" }, "Save"),
      h("button", { type: "button", class: "soft", onclick: end }, "Cancel")))
}

/** Whether a line of fields was begun and neither saved nor given up. */
export const hasLineDraft = (id) => sessionStorage.getItem("line:" + id) !== null
