import { act } from "./act.js"
import { ask, newID, sentence } from "./api.js"
import { completing, suggestWord } from "./complete.js"
import { h, settled } from "./dom.js"
import { icon } from "./icons.js"
import { openTask } from "./router.js"
import { failed } from "./state.js"

const marks = { scheduled: "▸ ", repeat: "↻ ", priority: "priority " }

function readChip({ kind, text }) {
  const tone = kind === "deadline" ? "due" : kind === "title" ? "title-chip" : ""
  return h("span", { class: `chip ${tone}` }, (marks[kind] ?? "") + text)
}

/**
 * A line that says below how it is understood while one types.
 * @param {HTMLInputElement} field
 * @param {(line: string) => string} whole the line that is read, made of what was typed
 * @param {string} query what is added to the question
 */
export function reading(field, whole, query = "") {
  const place = h("div", { class: "read", "aria-live": "polite" })
  const last = { line: "", ok: true }
  const read = async () => {
    const line = whole(field.value)
    if (!field.value.trim()) return
    try {
      const answer = await ask(`read?line=${encodeURIComponent(line)}${query}`)
      if (line !== whole(field.value)) return
      Object.assign(last, { line, ok: answer.ok })
      const wrong = answer.ok ? [] : [answer.message, answer.hint].filter(Boolean).map(sentence)
      place.replaceChildren(...answer.parts.map(readChip), ...wrong.map((text) => h("span", { class: "wrong" }, text)))
      field.setAttribute("aria-invalid", String(!answer.ok))
    } catch (error) {
      failed(error)
      place.replaceChildren(h("span", { class: "quiet" }, "It is read once the server is back."))
    }
  }
  const soon = settled(read, 60)
  const typed = () => {
    if (field.value.trim()) return soon()
    place.replaceChildren()
    field.removeAttribute("aria-invalid")
  }
  field.addEventListener("input", typed)
  return { place, isWrong: () => !last.ok && last.line === whole(field.value), read: typed }
}

/** What a task gets that is added while a list is shown: it would vanish from it otherwise. */
function impliedWords(page, name, line) {
  if (page === "today") return /(^|\s)(due|sched):/.test(line) ? "" : " sched:today"
  if (page === "inbox") return /(^|\s)list:/.test(line) ? "" : " list:inbox"
  if (page === "list") return /(^|\s)list:/.test(line) ? "" : ` list:${name}`
  if (page === "tag") return ` ${name.startsWith("@") ? name : "+" + name}`
  return ""
}

/** The field that adds tasks. */
export function quickAdd({ page, name }) {
  const placeholder = page === "list" ? `Add to ${name}` : page === "today" ? "Add for today" : "Add a task"
  const field = h("input", {
    id: "add-field", "aria-label": "Add a task", placeholder, enterkeyhint: "done", autocapitalize: "sentences",
    value: sessionStorage.getItem("typed") ?? "",
    onfocus: () => (field.placeholder = "Call Bob due:fri +phone list:work"), onblur: () => (field.placeholder = placeholder),
  })
  const whole = (line) => {
    const note = line.search(/(^|\s)\/(\s|$)/)
    const words = (note < 0 ? line : line.slice(0, note)).trim()
    return words && words + impliedWords(page, name, words) + (note < 0 ? "" : line.slice(note))
  }
  const read = reading(field, whole)
  const options = completing(field, suggestWord)
  const form = h("form", { class: "add", onsubmit: submit }, icon("add"), field)

  function submit(event) {
    event.preventDefault()
    const line = whole(field.value)
    if (!line || read.isWrong()) return
    const id = newID()
    act({ do: "add", id, line }, `Added: ${field.value.trim()}`, field.value.trim(), { name: "Open", run: () => openTask(id) })
    clear()
  }

  function clear() {
    field.value = ""
    sessionStorage.removeItem("typed")
    read.read()
  }

  // What is typed here outlives a look at another list.
  field.addEventListener("input", () => sessionStorage.setItem("typed", field.value))
  if (field.value) read.read()
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    if (!field.value) field.blur()
    clear()
  })
  return h("div", { class: "adding" }, form, read.place, options)
}
