import { h } from "./dom.js"
import { world } from "./state.js"

/**
 * @typedef {{from: number, options: {insert: string, label: string, hint?: string}[]}} Suggestion
 * `from` is where the word begins that `insert` takes the place of, up to the caret.
 */

let comboboxes = 0

/**
 * Offers completions below a field (the combobox pattern of the ARIA authoring practices, with a list).
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {(text: string, caret: number) => Suggestion | null | Promise<Suggestion | null>} suggest
 */
export function completing(field, suggest) {
  const id = `options-${(comboboxes += 1)}`
  const list = h("ul", { class: "options", role: "listbox", id, "aria-label": "Completions", hidden: true })
  let options = []
  let from = 0
  let active = -1
  let turn = 0

  const isOneLine = field.localName === "input"
  if (isOneLine) {
    field.setAttribute("role", "combobox")
    field.setAttribute("aria-expanded", "false")
  }
  field.setAttribute("aria-autocomplete", "list")
  field.setAttribute("aria-controls", id)
  field.setAttribute("autocomplete", "off")

  function show(suggestion) {
    options = suggestion?.options ?? []
    from = suggestion?.from ?? 0
    list.hidden = options.length === 0
    if (isOneLine) field.setAttribute("aria-expanded", String(!list.hidden))
    list.replaceChildren(...options.map(({ label, hint }, n) =>
      h("li", { role: "option", id: `${id}-${n}`, onpointerdown: (event) => (event.preventDefault(), take(n)) },
        h("span", {}, label), hint && h("span", { class: "quiet" }, hint))))
    choose(-1)
  }

  function choose(n) {
    active = n
    for (const [place, option] of [...list.children].entries()) option.setAttribute("aria-selected", String(place === n))
    if (n < 0) field.removeAttribute("aria-activedescendant")
    else field.setAttribute("aria-activedescendant", `${id}-${n}`)
    list.children[n]?.scrollIntoView({ block: "nearest" })
  }

  function take(n) {
    const { insert } = options[n]
    const start = from
    show(null)
    type(field, insert, start, field.selectionStart)
  }

  async function look() {
    const mine = (turn += 1)
    const suggestion = field.selectionStart === field.selectionEnd ? await suggest(field.value, field.selectionStart) : null
    if (mine === turn && document.activeElement === field) show(suggestion)
  }

  field.addEventListener("input", look)
  field.addEventListener("blur", () => ((turn += 1), show(null)))
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (list.hidden || event.isComposing) return
    const { key } = event
    if (key === "ArrowDown") choose((active + 1) % options.length)
    else if (key === "ArrowUp") choose(active <= 0 ? options.length - 1 : active - 1)
    else if (key === "Tab" && !event.shiftKey) take(Math.max(active, 0))
    else if (key === "Enter" && active >= 0) take(active)
    else if (key === "Escape") show(null)
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return list
}

/** Types a text in a field in place of a part of it, so that the browser can take it back. */
export function type(field, text, from = field.selectionStart, to = field.selectionEnd) {
  field.focus()
  field.setSelectionRange(from, to)
  if (text === "" && from === to) return
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
    field.setRangeText(text, from, to, "end")
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

const matching = (entries, typed, text) => {
  // A letter has several forms in Unicode.
  const folded = (word) => word.normalize("NFC").toLowerCase()
  const low = folded(typed)
  const begins = entries.filter((entry) => folded(text(entry)).startsWith(low))
  const holds = low ? entries.filter((entry) => !begins.includes(entry) && folded(text(entry)).includes(low)) : []
  return [...begins, ...holds].slice(0, 8)
}

/** Completes a word of quick-add: a tag, the value of a key, or a key. */
export function suggestWord(text, caret) {
  const { state } = world
  const from = text.slice(0, caret).search(/\S*$/)
  const word = text.slice(from, caret)
  if (!state || !word || /\S/.test(text[caret] ?? "")) return null
  const offer = (options) => (options.length ? { from, options } : null)
  const open = (n) => (n ? `${n} open` : "")
  if (/^[+@-]/.test(word)) {
    const isContext = word[0] === "@"
    const tags = state.tags.filter(({ name }) => word[0] === "-" || isContext === name.startsWith("@"))
    const found = matching(tags, isContext ? word : word.slice(1), ({ name }) => name)
    return offer(found.map((tag) => ({ insert: (isContext ? "" : word[0]) + tag.name + " ", label: tag.name, hint: open(tag.open) })))
  }
  const [, key, value] = /^([a-z][a-z0-9-]*):(.*)$/.exec(word) ?? []
  const values = (entries, name, hint) => offer(matching(entries, value, name).map((entry) =>
    ({ insert: `${key}:${/\s/.test(name(entry)) ? `"${name(entry)}"` : name(entry)} `, label: name(entry), hint: hint(entry) })))
  if (key === "list") return values(state.lists, (list) => list.name, (list) => open(list.open))
  if (key === "pri") return values(state.priorities, String, () => "")
  const own = key && state.keys.find((each) => each.key === `${key}:`)
  if (own?.words) return values(own.words, String, () => "")
  if (own?.isDate) return values(state.dates, (date) => date.word, (date) => date.shown)
  if (key) return null
  if (word.length < 2) return null
  return offer(state.keys.filter((each) => each.key.startsWith(word)).map((each) => ({ insert: each.key, label: each.key, hint: each.means })))
}
