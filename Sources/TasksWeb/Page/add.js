import { act, quoted } from "./act.js"
import { ask, newID, sentence } from "./api.js"
import { completing, suggestWord, type } from "./complete.js"
import { dayNamed } from "./dates.js"
import { h, settled, sheet } from "./dom.js"
import { icon } from "./icons.js"
import { openTask, route } from "./router.js"
import { failed, today } from "./state.js"

const partMarks = { scheduled: "▸ ", repeat: "↻ ", priority: "priority " }

/** A part of a line as it was read. */
function readChip({ kind, text, isNew }) {
  const tone = kind === "deadline" ? "due" : kind === "title" ? "title-chip" : ""
  return h("span", { class: `chip ${tone}` }, (isNew ? "new list: " : kind === "priority" && /^priority/i.test(text) ? "" : partMarks[kind] ?? "") + text)
}

/**
 * A line that says below how it is understood while one types.
 * @param {HTMLInputElement} field
 * @param {(line: string) => string} whole the line that is read, made of what was typed
 * @param {string} query what is added to the question
 * @param {() => string} implied the words that are added when the line is sent
 */
export function reading(field, whole, query = "", implied = () => "") {
  const place = h("div", { class: "read", "aria-live": "polite" })
  const last = { line: "", ok: true, parts: [] }
  const read = async () => {
    const line = whole(field.value)
    if (!field.value.trim()) return
    try {
      const answer = await ask(`read?line=${encodeURIComponent(line)}${query}`)
      if (line !== whole(field.value)) return
      Object.assign(last, { line, ok: answer.ok, parts: answer.parts })
      const wrong = answer.ok ? [] : [answer.message, answer.hint].filter(Boolean).map(sentence)
      place.replaceChildren(...answer.parts.map(readChip), implied() && h("span", { class: "chip" }, implied()), ...(answer.offers ?? []).map(offer), ...wrong.map((text) => h("span", { class: "wrong" }, text)))
      field.setAttribute("aria-invalid", String(!answer.ok))
    } catch (error) {
      failed(error)
      place.replaceChildren(h("span", { class: "quiet" }, "It is read once the server is back."))
    }
  }
  /** A word that looks like a date is offered, never taken by itself. */
  const offer = ({ from, word, shown }) => h("button", { type: "button", class: "chip offer", onclick: () => {
    const at = field.value.toLowerCase().lastIndexOf(from.toLowerCase())
    if (at >= 0) type(field, word, at, at + from.length)
  } }, `${from} → ${word}`, shown && h("span", { class: "quiet" }, shown))
  const soon = settled(read, 60)
  const typed = () => {
    if (field.value.trim()) return soon()
    place.replaceChildren()
    field.removeAttribute("aria-invalid")
  }
  field.addEventListener("input", typed)
  return {
    place, read: typed, isWrong: () => !last.ok && last.line === whole(field.value),
    /** Takes the first word that is offered; false if none is. */
    takeOffer: () => {
      const first = place.querySelector(".offer")
      first?.click()
      return first !== null
    },
    /** The parts of the line; nothing if it has not been read. */
    parts: () => (last.ok && last.line === whole(field.value) ? last.parts : null),
  }
}

/** What a task gets that is added while a list is shown: it would vanish from it otherwise. */
function impliedWords(page, name, line) {
  if (page === "today") return /(^|\s)(due|sched):/.test(line) ? "" : "sched:today"
  if (page === "inbox") return /(^|\s)list:/.test(line) ? "" : "list:inbox"
  if (page === "list") return /(^|\s)list:/.test(line) ? "" : `list:${quoted(name)}`
  if (page === "tag") return name.startsWith("@") ? name : "+" + name
  return ""
}

/** The parts of a line that are plain to see, for the time without the server. */
function plainParts(line) {
  const parts = []
  const title = line.split(/(?:^|\s)\/(?:\s|$)/)[0].split(/\s+/).filter((word) => {
    const [, key, value] = /^(due|sched|list|pri):(\S+)$/.exec(word) ?? []
    if (/^[+@][\p{L}_]/u.test(word)) return parts.push({ kind: "tag", text: word }), false
    if (!key) return !/^[a-z]+:(?!\/\/)\S/.test(word)
    const kind = { due: "deadline", sched: "scheduled", list: "list", pri: "priority" }[key]
    parts.push({ kind, text: value, at: dayNamed(value, today()) })
    return false
  }).join(" ")
  return [{ kind: "title", text: title }, ...parts]
}

/** What a new task shows before the server has answered: the line as it was read. */
function patchOf(parts) {
  const text = (kind) => parts.find((part) => part.kind === kind)?.text
  const dates = ["deadline", "scheduled"].flatMap((kind) => parts.filter((part) => part.kind === kind && part.at).map(({ at }) => ({ kind, at })))
  const tags = parts.filter(({ kind }) => kind === "tag").map((part) => part.text.replace(/^\+/, ""))
  const list = text("list")
  return { title: text("title"), list, tags, dates, priority: text("priority")?.match(/[ABC]\b/)?.[0] }
}

/** Marks a new task for a moment, and brings it into sight where that does not take the field out of sight. */
function showNew(id) {
  const row = document.querySelector(`main [data-id="${CSS.escape(id)}"]`)
  if (!document.activeElement?.matches(".add input")) row?.scrollIntoView({ block: "nearest" })
  row?.classList.add("is-new")
}

/** The field that adds tasks, on a sheet above the keyboard of a phone. */
export function addSheet() {
  const { page, name } = route()
  sheet({ class: "sheet add-sheet", "aria-label": "Add a task" }, (dialog) =>
    quickAdd({ page, name }, { id: "sheet-field", added: () => dialog.close() })).querySelector("input").focus()
}

/**
 * The field that adds tasks.
 * @param {{page: string, name: string}} place
 * @param {{id?: string, added?: (id: string) => void}} [options] what is done after each
 */
export function quickAdd({ page, name }, options = {}) {
  const { id: fieldID = "add-field", added } = options
  const placeholder = page === "list" ? `Add to ${name}` : page === "today" ? "Add for today" : "Add a task"
  const field = h("input", {
    id: fieldID, "aria-label": "Add a task", placeholder, dir: "auto", enterkeyhint: "done", autocapitalize: "sentences",
    value: sessionStorage.getItem("typed") ?? "",
    onfocus: () => (field.placeholder = "Call Bob due:fri +phone list:work"), onblur: () => (field.placeholder = placeholder),
  })
  const implied = () => impliedWords(page, name, field.value)
  const read = reading(field, (line) => line, "", implied)
  const completions = completing(field, suggestWord)
  const form = h("form", { class: "add", onsubmit: submit }, icon("add"), field)

  function submit(event) {
    event.preventDefault()
    const line = field.value.trim()
    if (!line || read.isWrong()) return
    const id = newID()
    const words = implied()
    const parts = [...(read.parts() ?? plainParts(line)), ...plainParts(words).slice(1)]
    const patch = patchOf(parts)
    const said = ({ where, newList }) => `Added${where ? (patch.list ? ` to ${where}` : ` for ${where}`) : ""}${newList ? ", a new list" : ""}`
    act({ do: "add", id, line, words, patch }, said, line, { name: "Open", run: () => openTask(id) })
    requestAnimationFrame(() => showNew(id))
    clear()
    added?.(id)
  }

  function clear() {
    field.value = ""
    sessionStorage.removeItem("typed")
    // Closes the completions, too.
    field.dispatchEvent(new Event("input"))
  }

  // What is typed here outlives a look at another list.
  field.addEventListener("input", () => sessionStorage.setItem("typed", field.value))
  if (field.value) read.read()
  field.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && field.value.trim() && read.takeOffer()) event.preventDefault()
    if (event.key === "Escape") field.blur()
  })
  return h("div", { class: "adding" }, form, read.place, completions)
}
