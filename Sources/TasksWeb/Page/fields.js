import { act } from "./act.js"
import { reading } from "./add.js"
import { completing, suggestWord } from "./complete.js"
import { h } from "./dom.js"

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

const handy = [
  ["due:today", "Due today"], ["due:tomorrow", "Due tomorrow"], ["due:mon", "Due Monday"],
  ["sched:tomorrow", "Begin tomorrow"], ["due:", "No deadline"],
]

/** Edits the dates, list, tags and the other fields of a task as one line of quick-add. */
export function fieldsEditor(task, close) {
  const before = task.words ?? ""
  const field = h("input", {
    "aria-label": "Dates, list and tags", value: before ? before + " " : "",
    enterkeyhint: "done", autocapitalize: "off", spellcheck: "false",
  })
  const read = reading(field, (line) => changedWords(before, line), `&id=${encodeURIComponent(task.id)}`)
  const options = completing(field, suggestWord)

  function submit(event) {
    event.preventDefault()
    const line = changedWords(before, field.value)
    if (line && read.isWrong()) return
    close()
    if (line) act({ do: "modify", id: task.id, line }, `Changed: ${task.title}`, line)
  }

  function put(word) {
    const key = keyOf(word)
    const rest = wordsOf(field.value).filter((each) => keyOf(each) !== key)
    field.value = [...(word === key ? [] : [word]), ...rest].join(" ") + " "
    field.dispatchEvent(new Event("input"))
    field.focus()
  }

  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    close()
  })
  requestAnimationFrame(() => (field.focus(), field.setSelectionRange(field.value.length, field.value.length)))
  return h("form", { class: "fields-form", onsubmit: submit }, h("div", { class: "adding" }, h("div", { class: "add" }, field), read.place, options),
    h("div", { class: "handy" }, handy.map(([word, name]) => h("button", { type: "button", class: "chip", onclick: () => put(word) }, name))),
    h("div", { class: "buttons" }, h("button", { class: "strong" }, "Save"),
      h("button", { type: "button", class: "soft", onclick: close }, "Cancel")))
}
