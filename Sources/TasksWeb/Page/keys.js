import { undoLast } from "./act.js"
import { actOnChosen, chooseNothing, chosen } from "./choose.js"
import { h, isTyping, sheet } from "./dom.js"
import { actOnRow } from "./list.js"
import { openPalette } from "./palette.js"
import { closeTask, go, openTask, route } from "./router.js"
import { syncNow } from "./sync.js"
import { hide } from "./toast.js"

/** @type {[string, [string, string][]][]} */
const help = [
  ["Everywhere", [["Ctrl K", "go to a place, or do something"], ["n", "add a task"], ["/", "search"], ["u", "undo"], ["S", "sync"], ["?", "this help"], ["Escape", "close what is open"]]],
  ["Go to", [["g t", "Today"], ["g n", "Next"], ["g o", "In order"], ["g a", "Agenda"], ["g i", "Inbox"], ["g l", "Lists"], ["g d", "Done"], ["g h", "History"]]],
  ["In a list", [["j k ↓ ↑", "next, previous task"], ["Enter", "open the task"], ["Space", "done, or open again"], ["x, Shift-click", "choose tasks, to change them together"],
    ["Alt ↑ Alt ↓", "move the task"]]],
  ["A task", [["d", "date"], ["p", "priority"], ["l", "list"], ["t", "tags"], ["s", "next state"], ["e", "edit the title"], ["m", "edit the notes"],
    ["f", "edit all fields as a line"], ["Delete", "delete"]]],
  ["While writing notes", [["Ctrl B", "bold"], ["Ctrl I", "italic"], ["Ctrl Enter", "save"], ["Escape", "give up"]]],
]

const jumps = { t: "#today", n: "#next", o: "#order", a: "#agenda", i: "#inbox", l: "#places", d: "#done", h: "#history" }

export function showKeys() {
  sheet({ class: "sheet keys", "aria-labelledby": "keys-title" }, () => [h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, "Keys"),
    help.map(([title, keys]) => h("section", {}, h("h3", {}, title), h("dl", {}, keys.map(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)])))),
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong" }, "Close"))]).scrollTop = 0
}

/**
 * The keys of the whole page.
 * @param {{element: () => HTMLElement, list: () => any, pane: () => any}} shown what is shown now
 */
export function listenToKeys(shown) {
  let last = null
  let jumpsUntil = 0
  const rowSelector = ".task, .entry[data-id], .cell-entry[data-id]"

  /** The row that has the focus, also one of the steps of the open task. */
  const focusedRow = () => document.activeElement?.closest(rowSelector)

  /** Whether the open task covers its list. */
  const isCovered = () => route().task && shown.element().offsetParent === null

  /** Goes to the next row: from the one that has the focus, else from the one that had it last. */
  function move(by) {
    const steps = document.activeElement?.closest(".open .steps")
    if (!steps && isCovered()) return
    const rows = [...(steps ?? shown.element()).querySelectorAll(rowSelector)]
    const place = rows.indexOf(focusedRow() ?? last)
    const next = rows[place < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(place + by, 0), rows.length - 1)]
    if (!next) return
    last = next
    const link = next.querySelector(".what") ?? next
    link.focus({ preventScroll: true })
    next.scrollIntoView({ block: "nearest" })
    if (route().task && !steps) openTask(next.dataset.id)
  }

  function jump(key) {
    jumpsUntil = 0
    if (jumps[key]) go(jumps[key])
  }

  function onTask(name) {
    if (chosen.size && actOnChosen(name)) return
    const row = focusedRow()
    if (row) actOnRow(name, row, row.closest(".open") ? null : shown.list() ?? null)
    else shown.pane()?.act(name)
  }

  /** Begins to edit a part of the open task, or of the one that has the focus, which is opened first. */
  function edit(name) {
    const row = focusedRow()
    if (row && row.dataset.id !== shown.pane()?.id) openTask(row.dataset.id)
    shown.pane()?.[name]()
  }

  const field = (id, page) => {
    const there = document.getElementById(id)
    if (!there || there.offsetParent === null) go(page)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }

  const actions = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    x: () => onTask("choose"), e: () => onTask("edit"), Delete: () => onTask("delete"),
    d: () => onTask("date"), p: () => onTask("priority"), l: () => onTask("list"), t: () => onTask("tag"), s: () => onTask("state"),
    n: () => field("add-field", "#order"), "/": () => field("search-field", "#search"), u: undoLast, S: syncNow, "?": showKeys,
    m: () => edit("editNotes"), f: () => edit("editFields"),
    g: () => (jumpsUntil = performance.now() + 1500),
    Escape: () => (hide(), chosen.size ? chooseNothing() : route().task && closeTask()),
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return
    if ((event.ctrlKey || event.metaKey) && key === "k") {
      event.preventDefault()
      const of = chosen.size ? `${chosen.size} tasks` : focusedRow()?.row?.title ?? shown.pane()?.task?.title
      return openPalette({ do: onTask, edit, of, field })
    }
    if (event.altKey && (key === "ArrowUp" || key === "ArrowDown") && focusedRow()) {
      event.preventDefault()
      return onTask(key === "ArrowUp" ? "up" : "down")
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    if (performance.now() < jumpsUntil) return event.preventDefault(), jump(key)
    if (key === " " && target.closest(".what, .cell-entry")) return event.preventDefault(), void onTask("done")
    if (key.startsWith("Arrow") && target.closest(".open, nav, [role=toolbar]") && !target.closest(".steps .what")) return
    const action = actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })

  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.task && openTask(data.task))
}
