import { act } from "./act.js"
import { ask } from "./api.js"
import { h, keyed, loading, sheet } from "./dom.js"
import { openTask, taskAddress } from "./router.js"
import { failed, watch } from "./state.js"
import { toast } from "./toast.js"
import { rendered } from "./notes.js"
import { fieldButtons, otherFields } from "./fields.js"

/**
 * The entries of a history with a heading for each day, as items for `keyed`.
 * @param {any[]} entries
 * @param {{id?: string}} of the task, if all are of one
 */
export function entriesOf(entries, { id } = {}) {
  const items = []
  let day = null
  for (const entry of entries) {
    if (entry.day !== day) {
      day = entry.day
      items.push({ key: `day ${day}`, make: () => h(id ? "h4" : "h2", { class: "day-head" }, entry.day) })
    }
    items.push({ key: `${entry.commit ?? entry.at} ${entry.id ?? ""}`, make: () => changeOf(entry, id) })
  }
  return items
}

/** One entry: when, what, and on which device; it can be undone, and the task shown as it was. */
function changeOf({ time, device, words = [], notes = [], title, id, commit, canUndo }, own) {
  const button = (name, run) => h("button", { type: "button", class: "soft small", onclick: run }, name)
  const link = !own && title && h("a", { class: "quiet-link", dir: "auto", href: taskAddress(id), onclick: (event) => (event.preventDefault(), openTask(id)) }, title)
  return h("div", { class: "change" }, h("time", {}, time),
    h("div", {}, link, words.map((line) => h("div", { dir: "auto" }, line, line === words.at(-1) && device && h("span", { class: "device" }, ` · ${device}`))),
      notes.map(([sign, text]) => h("div", { class: sign === "+" ? "added" : sign === "-" ? "removed" : "", dir: "auto" }, /[-+]/.test(sign) ? `${sign} ${text}` : text))),
    h("div", { class: "actions" }, canUndo && button("Undo", () => act({ do: "undo", commit, id }, "Undone", title)),
      commit && id && button("As it was", () => showPast(id, commit))))
}

/** Shows a task as a commit left it. */
async function showPast(id, commit) {
  try {
    const task = await ask(`task?id=${encodeURIComponent(id)}&at=${commit}`)
    sheet({ class: "sheet past", "aria-label": `${task.title}, as it was` }, () => [h("p", { class: "quiet" }, `As it was ${task.past}`),
      h("h2", { dir: "auto" }, task.title), fieldButtons(task, null), otherFields(task) || "", task.encrypted ? "" : rendered(task.blocks ?? [], null),
      h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong" }, "Close"))])
  } catch (error) {
    failed(error)
    toast(error.message)
  }
}

/** The history of the whole store, fifty changes at a time. */
export function historyPage() {
  const list = h("div", { class: "history" }, loading())
  const more = h("button", { type: "button", class: "soft", hidden: true, onclick: loadMore }, "Older changes")
  let newest = []
  let older = []
  let next = null

  function show() {
    if (newest.length === 0) return list.replaceChildren(h("p", { class: "empty" }, "Nothing has changed yet."))
    const seen = new Set()
    const all = [...newest, ...older].filter(({ commit, id }) => !seen.has(commit + id) && seen.add(commit + id))
    keyed(list, entriesOf(all), ({ key }) => key, ({ make }) => make(), () => {})
    more.hidden = !next
  }

  async function loadMore() {
    try {
      const page = await ask(`history?before=${next}`)
      older = [...older, ...page.entries]
      next = page.more
      show()
    } catch (error) {
      failed(error)
      toast(error.message)
    }
  }

  const watching = watch("history", (page) => {
    newest = page.entries
    if (older.length === 0) next = page.more
    show()
  }, (error) => list.replaceChildren(h("p", { class: "empty" }, error.message)))
  return { element: h("div", {}, list, more), stop: watching.stop }
}
