import { act } from "./act.js"
import { ask, newID, sentence } from "./api.js"
import { completing, suggestWord, type } from "./complete.js"
import { h, settled } from "./dom.js"
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
 */
export function reading(field, whole, query = "") {
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
      place.replaceChildren(...answer.parts.map(readChip), ...(answer.offers ?? []).map(offer), ...wrong.map((text) => h("span", { class: "wrong" }, text)))
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
    parts: () => (last.line === whole(field.value) ? last.parts : []),
  }
}

/** What a task gets that is added while a list is shown: it would vanish from it otherwise. */
function impliedWords(page, name, line) {
  if (page === "today") return /(^|\s)(due|sched):/.test(line) ? "" : " sched:today"
  if (page === "inbox") return /(^|\s)list:/.test(line) ? "" : " list:inbox"
  if (page === "list") return /(^|\s)list:/.test(line) ? "" : ` list:${name}`
  if (page === "tag") return ` ${name.startsWith("@") ? name : "+" + name}`
  return ""
}

/** What a new task shows before the server has answered: the line as it was read. */
function patchOf(parts, { page, name }) {
  const text = (kind) => parts.find((part) => part.kind === kind)?.text
  const dates = ["deadline", "scheduled"].flatMap((kind) => parts.filter((part) => part.kind === kind && part.at).map(({ at }) => ({ kind, at })))
  if (page === "today" && dates.length === 0) dates.push({ kind: "scheduled", at: today() })
  const tags = parts.filter(({ kind }) => kind === "tag").map((part) => part.text.replace(/^\+/, ""))
  if (page === "tag" && !tags.includes(name)) tags.push(name)
  const list = text("list") ?? (page === "list" ? name : page === "inbox" ? "inbox" : undefined)
  return { title: text("title"), list, tags, dates, priority: text("priority")?.match(/[ABC]\b/)?.[0] }
}

/** The field that adds tasks, on a sheet above the keyboard of a phone. */
export function addSheet() {
  const { page, name } = route()
  const sheet = h("dialog", { class: "sheet add-sheet", "aria-label": "Add a task" })
  sheet.append(quickAdd({ page, name }, { id: "sheet-field", added: () => sheet.close() }))
  sheet.addEventListener("close", () => sheet.remove())
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close())
  document.body.append(sheet)
  sheet.showModal()
  sheet.querySelector("input").focus()
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
  const whole = (line) => {
    const note = line.search(/(^|\s)\/(\s|$)/)
    const words = (note < 0 ? line : line.slice(0, note)).trim()
    return words && words + impliedWords(page, name, words) + (note < 0 ? "" : line.slice(note))
  }
  const read = reading(field, whole)
  const completions = completing(field, suggestWord)
  const form = h("form", { class: "add", onsubmit: submit }, icon("add"), field)

  function submit(event) {
    event.preventDefault()
    const line = whole(field.value)
    if (!line || read.isWrong()) return
    const id = newID()
    const said = ({ where, newList }) => `Added${where ? ` to ${where}` : ""}${newList ? ", a new list" : ""}`
    act({ do: "add", id, line, patch: patchOf(read.parts(), { page, name }) }, said, field.value.trim(), { name: "Open", run: () => openTask(id) })
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
    if (event.key !== "Escape") return
    if (!field.value) field.blur()
    clear()
  })
  return h("div", { class: "adding" }, form, read.place, completions)
}
