import { undoLast } from "./act.js"
import { openTitled } from "./copy.js"
import { h, sheet } from "./dom.js"
import { icon } from "./icons.js"
import { hasWords } from "./lists.js"
import { ownPlaces, withCounts } from "./menu.js"
import { address, go, openTask } from "./router.js"
import { setDensity } from "./settings.js"
import { syncNow } from "./sync.js"

const onTask = [["Date", "date", "d", "agenda"], ["Priority", "priority", "p", "urgent"], ["List", "list", "l", "list"], ["Tags", "tag", "t", "tag"],
  ["Next state", "state", "s", "next"], ["Done, or open again", "done", "Space", "done"], ["Edit the title", "edit", "e", "edit"], ["Choose it", "choose", "x", "done"], ["Delete", "delete", "Delete", "deleted"]]

/**
 * Offers every place, action and open task by name.
 * @param {{do: (name: string) => void, edit: (name: string) => void, of?: string, field: (id: string, page: string) => void}} page what
 *   it acts on, and the title of the task that actions are for
 */
export function openPalette(page) {
  const back = /** @type {any} */ (document.activeElement)
  const entry = (name, shape, run, note = "") => ({ name, shape, run, note })
  /** @param {import("./menu.js").Place} to */
  const place = ({ page: kind, name, title, sign }) => entry(`Go to ${title ?? name}`, sign ?? kind, () => go(address({ page: kind, name })))
  const all = [
    ...(page.of ? onTask.map(([name, action, key, shape]) => entry(`${name} · ${page.of}`, shape, () => page.do(action), key)) : []),
    ...(page.of ? [entry(`Edit the notes · ${page.of}`, "edit", () => page.edit("editNotes"), "m"), entry(`Edit all fields as a line · ${page.of}`, "edit", () => page.edit("editFields"), "f")] : []),
    entry("Add a task", "add", () => page.field("add-field", "#order"), "n"), entry("Undo", "history", undoLast, "u"), entry("Sync", "history", syncNow, "S"),
    entry("Dense rows", "order", () => setDensity("dense")), entry("Roomy rows", "order", () => setDensity("roomy")),
    ...withCounts().map(place), ...ownPlaces().flatMap(([, links]) => links.map((link) => place({ ...link, title: link.name }))),
  ]
  const field = h("input", { type: "text", role: "combobox", "aria-label": "Go to a place, or do something", "aria-controls": "palette-list", "aria-expanded": "true", placeholder: "Go to a place, or do something", oninput: () => show() })
  const list = h("ul", { role: "listbox", id: "palette-list", "aria-label": "What can be done" })
  let found = []
  let active = 0

  function show() {
    const q = field.value.trim()
    const tasks = q ? openTitled(q, 8).map((row) => entry(row.title, "order", () => openTask(row.id), "open")) : []
    found = [...(q ? all.filter(({ name }) => hasWords(name, q)) : all), ...tasks].slice(0, 40)
    list.replaceChildren(...found.map(({ name, shape, note }, n) => h("li", { role: "option", id: `palette-${n}`, onclick: () => take(n) }, icon(shape), h("span", { dir: "auto" }, name), note && h("kbd", {}, note))))
    choose(0)
  }

  function choose(n) {
    active = Math.max(0, Math.min(n, found.length - 1))
    for (const [place, option] of [...list.children].entries()) option.setAttribute("aria-selected", String(place === active))
    field.setAttribute("aria-activedescendant", found.length ? `palette-${active}` : "")
    list.children[active]?.scrollIntoView({ block: "nearest" })
  }

  function take(n) {
    const entry = found[n]
    dialog.close()
    // The focus is back where it was by then.
    setTimeout(() => entry?.run())
  }

  field.addEventListener("keydown", (event) => {
    const { key } = event
    if (key === "ArrowDown") choose(active + 1)
    else if (key === "ArrowUp") choose(active - 1)
    else if (key === "Enter") take(active)
    else return
    event.preventDefault()
  })
  show()
  const dialog = sheet({ class: "sheet palette", "aria-label": "Places and actions" }, () => [field, list], () => back?.isConnected && back.focus({ preventScroll: true }))
  field.focus()
}
