import { undoLast } from "./act.js"
import { h, isTyping } from "./dom.js"
import { actOnRow } from "./list.js"
import { closeTask, go, openTask, route } from "./router.js"
import { hide } from "./toast.js"

const help = [
  ["j k ↓ ↑", "next, previous task"], ["Enter", "open the task"], ["e", "edit the title"], ["x, Space", "done, or open again"],
  ["Alt ↑ Alt ↓", "move the task"], ["Delete", "delete the task"], ["n", "add a task"], ["/", "search"], ["u", "undo"],
  ["m", "edit the notes of the open task"], ["f", "edit its dates, list and tags"], ["Escape", "close what is open"],
  ["g t", "go to Today"], ["g o", "go to In order"], ["g a", "go to Agenda"], ["g i", "go to Inbox"], ["?", "this help"],
]

const jumps = { t: "#today", o: "#order", a: "#agenda", i: "#inbox", d: "#done", h: "#history" }

export function showKeys() {
  const sheet = h("dialog", { class: "sheet keys", "aria-labelledby": "keys-title" }, h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, help.map(([keys, meaning]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, meaning)])),
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "strong" }, "Close")))
  sheet.addEventListener("close", () => sheet.remove())
  document.body.append(sheet)
  sheet.showModal()
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
    const focused = document.activeElement?.closest(".task")
    if (focused) return (last = focused)
    return last?.isConnected ? last : null
  }

  /** Whether the open task covers its list. */
  const isCovered = () => route().task && shown.element().offsetParent === null

  function move(by) {
    if (isCovered()) return
    const rows = [...shown.element().querySelectorAll(".task, .entry[href]")]
    const place = rows.indexOf(document.activeElement?.closest(".task, .entry") ?? last)
    const next = rows[place < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(place + by, 0), rows.length - 1)]
    if (!next) return
    last = next
    const target = next.querySelector(".what") ?? next
    target.focus({ preventScroll: true })
    next.scrollIntoView({ block: "nearest" })
    if (route().task) openTask(next.dataset.id)
  }

  function jump(key) {
    jumpsUntil = 0
    if (jumps[key]) go(jumps[key])
  }

  function onTask(name) {
    const row = document.activeElement?.closest(".open") || isCovered() ? null : current()
    if (row) actOnRow(name, row, shown.list())
    else shown.pane()?.act(name)
  }

  const field = (id, page) => {
    const there = document.getElementById(id)
    if (!there || there.offsetParent === null) go(page)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }

  const actions = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    x: () => onTask("done"), e: () => onTask("edit"), Delete: () => onTask("delete"),
    n: () => field("add-field", "#order"), "/": () => field("search-field", "#search"), u: undoLast, "?": showKeys,
    m: () => shown.pane()?.editNotes(), f: () => shown.pane()?.editFields(),
    g: () => (jumpsUntil = performance.now() + 1500),
    Escape: () => (hide(), route().task && closeTask()),
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return
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
