import { ask, tell } from "./api.js"
import { completing, type } from "./complete.js"
import { h, settled } from "./dom.js"
import { grow } from "./in-place.js"
import { rendered } from "./notes.js"
import { isTooLong } from "./queue.js"
import { failed, world } from "./state.js"

const noteMarks = {
  org: { bold: "*", italic: "/", code: "~", link: (id, title) => `[[id:${id}][${title}]]` },
  markdown: { bold: "**", italic: "*", code: "`", link: (id, title) => `[${title}](id:${id})` },
}

/** Texts as they were last rendered, for the time until the server answers. */
export const previews = new Map()

/**
 * The editor of notes. What is typed is kept in this browser until it is saved or given up.
 * @param {{id: string, short?: string, format: string, text: string}} task
 * @param {{save: (text: string, was: string) => void, close: (bring?: (() => void) | null) => void}} actions
 */
export function notesEditor(task, { save, close }) {
  const draft = savedDraft(task.id)
  const was = draft?.was ?? task.text
  const mark = noteMarks[task.format] ?? noteMarks.org
  const area = h("textarea", { class: "editing", "aria-label": "Notes", spellcheck: "true", dir: "auto", value: draft?.text ?? task.text })
  const preview = h("div", { class: "preview" })
  const warning = h("p", { class: "quiet", role: "status" }, draft ? "This is what you had typed and not saved." : "")
  const options = completing(area, (text, caret) => suggest(text, caret, mark))
  const element = h("div", { class: "editor" },
    h("div", { class: "tools", role: "toolbar", "aria-label": "Format" },
      tool("Bold", "B", () => wrap(area, mark.bold), "Control+B"), tool("Italic", "I", () => wrap(area, mark.italic), "Control+I"),
      tool("Code", "‹›", () => wrap(area, mark.code)), tool("List", "•", () => prefix(area, "- ")),
      tool("Box", "☐", () => prefix(area, "- [ ] ")),
      tool("Link to a task", "[[", () => type(area, "[["))),
    h("div", { class: "area" }, area, options),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "strong", onclick: finish }, "Save"),
      h("button", { type: "button", class: "soft", onclick: cancel }, "Cancel"), warning),
    h("h3", {}, "Preview"), preview)

  const render = settled(async () => {
    const text = area.value
    try {
      const blocks = await tell("render", { id: task.id, text })
      previews.set(text, blocks)
      if (text === area.value) preview.replaceChildren(rendered(blocks))
    } catch (error) {
      failed(error)
    }
  }, 150)

  function finish() {
    if (area.value !== was && isTooLong({ text: area.value, was })) {
      const size = Math.ceil(new TextEncoder().encode(area.value).length / 1024)
      warning.textContent = `These notes are too long for the page: ${size} KB. They stay in this field until you shorten them; in a shell, tasks edit ${task.short ?? ""} takes them.`
      return
    }
    forgetDraft(task.id)
    close()
    if (area.value !== was) save(area.value, was)
  }

  function cancel() {
    const text = area.value
    forgetDraft(task.id)
    close(text === was ? null : () => keepDraft(task.id, text, was))
  }

  area.addEventListener("input", () => {
    if (area.value === was) forgetDraft(task.id)
    else keepDraft(task.id, area.value, was)
    grow(area)
    render()
  })
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    const control = event.ctrlKey || event.metaKey
    if (control && event.key === "b") wrap(area, mark.bold)
    else if (control && event.key === "i") wrap(area, mark.italic)
    else if (control && event.key === "Enter") finish()
    else if (event.key === "Enter" && !event.shiftKey && goOn(area)) {}
    else if (event.key === "Escape") cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  render()
  requestAnimationFrame(() => (grow(area), area.focus({ preventScroll: true }), area.setSelectionRange(area.value.length, area.value.length)))
  /** Tells that the task changed while it is edited. */
  const changed = (notes) => {
    if (notes !== was && notes !== area.value) warning.textContent = "These notes were changed elsewhere meanwhile. Saving keeps both."
  }
  return { element, changed }
}

function tool(label, text, run, keys) {
  const keepFocus = (event) => event.preventDefault()
  return h("button", { type: "button", "aria-label": label, title: label, "aria-keyshortcuts": keys, onpointerdown: keepFocus, onclick: run }, text)
}

/** Puts marks around what is selected, or takes them away. */
function wrap(area, mark) {
  const { selectionStart: from, selectionEnd: to, value } = area
  const text = value.slice(from, to)
  const isMarked = value.slice(0, from).endsWith(mark) && value.slice(to).startsWith(mark)
  if (isMarked) type(area, text, from - mark.length, to + mark.length)
  else type(area, mark + text + mark, from, to)
  const start = isMarked ? from - mark.length : from + mark.length
  area.setSelectionRange(start, start + text.length)
}

function prefix(area, text) {
  const start = area.value.lastIndexOf("\n", area.selectionStart - 1) + 1
  type(area, text, start, start)
}

/** Goes on with a list in the next line; an empty item ends it. */
function goOn(area) {
  const { selectionStart: at, selectionEnd, value } = area
  if (at !== selectionEnd) return false
  const start = value.lastIndexOf("\n", at - 1) + 1
  const [all, indent, bullet, box = ""] = /^(\s*)([-+*]|\d+[.)]) (\[[ xX-]\] )?/.exec(value.slice(start, at)) ?? []
  if (!all || (bullet === "*" && !indent && box === "" && world.state?.format === "org")) return false
  if (start + all.length === at) return type(area, "", start, at), true
  const next = /\d/.test(bullet) ? `${parseInt(bullet) + 1}${bullet.at(-1)}` : bullet
  type(area, `\n${indent}${next} ${box && "[ ] "}`, at, at)
  return true
}

/** Offers tasks after `[[` and tags after `#`. */
async function suggest(text, caret, mark) {
  const line = text.slice(text.lastIndexOf("\n", caret - 1) + 1, caret)
  const [, title] = /\[\[([^\][]*)$/.exec(line) ?? []
  if (title !== undefined) {
    const words = title.replace(/[^\p{L}\p{N} ]/gu, " ").trim()
    const found = await ask(`tasks?show=all&q=${encodeURIComponent(words)}`).catch(() => null)
    const rows = found?.groups.flatMap(({ rows }) => rows).slice(0, 8) ?? []
    const options = rows.map((row) => ({ insert: mark.link(row.id, row.title), label: row.title, hint: row.list }))
    return { from: caret - title.length - 2, options }
  }
  const [, tag] = /(?:^|\s)#([\p{L}\p{N}_@]*)$/u.exec(line) ?? []
  if (tag === undefined || (tag === "" && line === "#")) return null
  const tags = world.state?.tags.filter(({ name }) => name.replace("@", "").startsWith(tag.replace("@", ""))).slice(0, 8) ?? []
  return { from: caret - tag.length - 1, options: tags.map(({ name, open }) => ({ insert: `#${name} `, label: name, hint: `${open} open` })) }
}

export const savedDraft = (id) => JSON.parse(localStorage.getItem("draft:" + id))
const keepDraft = (id, text, was) => localStorage.setItem("draft:" + id, JSON.stringify({ text, was }))
const forgetDraft = (id) => localStorage.removeItem("draft:" + id)
