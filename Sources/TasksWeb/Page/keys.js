import { undoLast } from "./act.js"
import { bar, chooseNothing, chosen } from "./choose.js"
import { h, isTyping } from "./dom.js"
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
  const sheet = h("dialog", { class: "sheet keys", "aria-labelledby": "keys-title" }, h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, "Keys"),
    help.map(([title, keys]) => h("section", {}, h("h3", {}, title), h("dl", {}, keys.map(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)])))),
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong" }, "Close")))
  sheet.addEventListener("close", () => sheet.remove())
  document.body.append(sheet)
  sheet.showModal()
  sheet.scrollTop = 0
}

/**
 * The keys of the whole page.
 * @param {{element: () => HTMLElement, list: () => any, pane: () => any}} shown what is shown now
 */
export function listenToKeys(shown) {
  let last = null
  let jumpsUntil = 0

  /** The row that has the focus, else the one that had it last. */
  function current() {
    const focused = document.activeElement?.closest(".task, .entry[data-id]")
    if (focused) return (last = focused)
    return last?.isConnected ? last : null
  }

  /** Whether the open task covers its list. */
  const isCovered = () => route().task && shown.element().offsetParent === null

  function move(by) {
    if (isCovered()) return
    const rows = [...shown.element().querySelectorAll(".task, .entry[data-id]")]
    const place = rows.indexOf(document.activeElement?.closest(".task, .entry") ?? last)
    const next = rows[place < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(place + by, 0), rows.length - 1)]
    if (!next) return
    last = next
    next.querySelector(".what").focus({ preventScroll: true })
    next.scrollIntoView({ block: "nearest" })
    if (route().task) openTask(next.dataset.id)
  }

  function jump(key) {
    jumpsUntil = 0
    if (jumps[key]) go(jumps[key])
  }

  function onTask(name) {
    if (chosen.size && bar.isConnected && onChosen(name)) return
    const row = document.activeElement?.closest(".open") || isCovered() ? null : current()
    if (row) actOnRow(name, row, shown.list())
    else shown.pane()?.act(name)
  }

  /** Does to all that are chosen what the bar has a button for. */
  function onChosen(name) {
    const button = { date: "Date", list: "List", tag: "Tag", priority: "Priority", done: "Done", delete: "Delete" }[name]
    const found = [...bar.querySelectorAll("button")].find((each) => each.textContent === button)
    found?.click()
    return found
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
    m: () => shown.pane()?.editNotes(), f: () => shown.pane()?.editFields(),
    g: () => (jumpsUntil = performance.now() + 1500),
    Escape: () => (hide(), chosen.size ? chooseNothing() : route().task && closeTask()),
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return
    if ((event.ctrlKey || event.metaKey) && key === "k") {
      event.preventDefault()
      return openPalette({ do: onTask, hasTask: () => current() !== null || shown.pane() !== null, pane: shown.pane, field })
    }
    if (event.altKey && (key === "ArrowUp" || key === "ArrowDown") && current()) {
      event.preventDefault()
      return void actOnRow(key === "ArrowUp" ? "up" : "down", current(), shown.list())
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
    if (performance.now() < jumpsUntil) return event.preventDefault(), jump(key)
    if (key === " " && target.closest(".what")) return event.preventDefault(), void onTask("done")
    if (key.startsWith("Arrow") && target.closest(".open, nav, [role=toolbar]")) return
    const action = actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })

  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.task && openTask(data.task))
}
