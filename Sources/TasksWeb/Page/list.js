import { act, deleteTask, nextState, rename, restoreTask, toggleDone, undoLast } from "./act.js"
import { chosen, choose } from "./choose.js"
import { watchCopy } from "./copy.js"
import { h, keyed, loading, plural, say } from "./dom.js"
import { draggable } from "./drag.js"
import { editInPlace } from "./in-place.js"
import { canMove, groupsOf, titleOf } from "./lists.js"
import { overlay } from "./overlay.js"
import { laterPicker, listPicker, priorityPicker, tagPicker } from "./pickers.js"
import { unseen } from "./queue.js"
import { openTask, route } from "./router.js"
import { makeRow, updateRow } from "./row.js"
import { storeNow, watch, workflow, world } from "./state.js"
import { swipeable } from "./swipe.js"

/** So many rows are drawn at first, and more with each piece. */
const FIRST = 60
const PIECE = 200
/** How long a repeating task that was finished is shown as done before it goes on, in milliseconds. */
const TICK = 600

/**
 * A list of tasks, filled in pieces as one scrolls. It comes from the copy of all open tasks where that has it, else from
 * the server. What is finished here stays in its place until the list is left.
 * @param {string} show what `/api/tasks` is asked for
 * @param {{q?: string, empty: () => Node, titled?: (title: string) => void, showDone?: (() => void) | null}} options what shows the finished tasks
 */
export function listOf(show, { q = "", empty, titled = () => {}, showDone = null }) {
  const groups = h("div", { class: "groups" })
  const end = h("div", { class: "end" }, loading())
  const element = h("div", { class: "list" }, groups, end)
  const list = { element, show, limit: FIRST, ticked: new Map(), last: [], isKnown: false, canMove: canMove(show) && !q }

  let again = () => {}

  function render(found, title, done = 0) {
    list.isKnown = true
    list.done = done
    list.last = keepTicked(found, list)
    titled(title)
    draw()
  }
  list.redrawn = () => again()

  function draw() {
    if (!list.isKnown || groups.querySelector(".lifted")) return
    const focused = groups.contains(document.activeElement) ? document.activeElement : null
    const place = focused ? rowsOf(element).indexOf(focused.closest(".task")) : -1
    let left = list.limit
    const shown = list.last.map(({ name, rows }) => {
      const cut = rows.slice(0, left)
      left -= cut.length
      return { name, rows: cut, count: rows.length }
    }).filter(({ rows }) => rows.length > 0)
    const options = { q, canMove: list.canMove, list: show === "inbox" ? show : show.startsWith("list:") ? show.slice(5) : null }
    keyed(groups, shown, (group) => group.name ?? "", makeGroup, (section, group) => {
      section.querySelector("h2 .n").textContent = group.count
      const depths = depthsOf(group.rows)
      keyed(section.querySelector("ol"), group.rows, (row) => row.id, makeRow, (row, task) =>
        updateRow(row, task, { ...options, isOpen: route().task === task.id, isChosen: chosen.has(task.id), depth: depths.get(task.id) }))
    })
    const also = list.done > 0 && h("p", { class: "quiet also" }, `${plural(list.done, "finished task")} match${list.done === 1 ? "es" : ""} as well.`,
      showDone && h("button", { type: "button", class: "soft small", onclick: showDone }, "Show"))
    end.replaceChildren(...[!shown.length && empty(), also].filter(Boolean))
    const rows = rowsOf(element)
    if (!list.current?.isConnected) rove(list, rows[0])
    if (focused && !focused.isConnected) {
      rows[Math.min(place, rows.length - 1)]?.querySelector(".what").focus({ preventScroll: true })
    }
  }

  const more = new IntersectionObserver(([entry]) => {
    const total = list.last.reduce((sum, { rows }) => sum + rows.length, 0)
    if (!entry.isIntersecting || list.limit >= total) return
    list.limit += PIECE
    draw()
    more.unobserve(end)
    more.observe(end)
  }, { rootMargin: "1200px" })
  more.observe(end)

  const failing = (error) => list.isKnown || end.replaceChildren(h("p", { class: "empty" }, error.message))
  const watching = []
  let isAnswered = false

  function fromServer() {
    const path = `tasks?show=${encodeURIComponent(show)}${q ? "&q=" + encodeURIComponent(q) : ""}`
    watching.push(watch(path, (data, at) => {
      isAnswered = true
      again = () => render(overlay(data, unseen(at), show, workflow()).groups, data.title, data.done)
      again()
    }, failing))
  }

  if (/^(done|deleted|aside)$/.test(show)) fromServer()
  else {
    if (q) fromServer()
    watching.push(watchCopy((copy) => {
      if (isAnswered) return
      const found = groupsOf(copy, show, q, storeNow())
      if (!found) return void (watching.length > 1 || fromServer())
      // What is only in notes, the server alone finds.
      if (q && !isAnswered && world.isOnline && found.every(({ rows }) => rows.length === 0)) return
      again = () => render(groupsOf(copy, show, q, storeNow()), titleOf(show))
      again()
    }, failing))
  }

  element.addEventListener("click", (event) => clicked(event, list))
  element.addEventListener("focusin", (event) => rove(list, event.target.closest(".task")))
  draggable(groups, { drop: moveTo, step, end: draw })
  swipeable(groups, { finish: (row) => finish(/** @type {any} */ (row), list), later: (row) => laterPicker(row.querySelector(".later"), row.row) })
  return { element, redraw: draw, stop: () => (watching.forEach((each) => each.stop()), more.disconnect()), list }
}

/** One row is in the order of Tab, with all that can be pressed in it; the keys lead to the others. */
export function rove(list, row) {
  if (!row || list.current === row) return
  for (const each of list.current?.querySelectorAll("a, button") ?? []) each.tabIndex = -1
  for (const each of row.querySelectorAll("a, button")) each.tabIndex = 0
  list.current = row
}

/** How deep steps stand below the task that they are part of, where they follow it. */
function depthsOf(rows) {
  const depths = new Map()
  let above = []
  for (const row of rows) {
    while (above.length && above.at(-1) !== row.parent) above.pop()
    depths.set(row.id, Math.min(above.length, 4))
    above.push(row.id)
  }
  return depths
}

function makeGroup({ name }) {
  return h("section", {}, h("h2", { class: name ? "" : "unseen" }, name ?? "Tasks", " ", h("span", { class: "n" })), h("ol"))
}

const rowsOf = (element) => [...element.querySelectorAll(".task")]

/** Puts the tasks that were finished here back where they stood; one that repeats is shown as done for a moment. */
function keepTicked(groups, { last, ticked }) {
  const there = new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.id, row])))
  const result = groups.map(({ name, rows }) => ({ name, rows: rows.map((row) => shownAs(row, ticked)) }))
  for (const old of last) {
    for (const [place, row] of old.rows.entries()) {
      if (there.has(row.id) || !ticked.has(row.id)) continue
      let group = result.find(({ name }) => name === old.name)
      if (!group) result.splice(last.indexOf(old), 0, (group = { name: old.name, rows: [] }))
      const before = old.rows.slice(0, place).findLast(({ id }) => group.rows.some((each) => each.id === id))
      group.rows.splice(before ? group.rows.findIndex(({ id }) => id === before.id) + 1 : 0, 0, done(row))
    }
  }
  return result
}

const done = (row) => ({ ...row, done: true, justDone: true })

const shownAs = (row, ticked) => (performance.now() - (ticked.get(row.id) ?? -TICK) < TICK ? done(row) : row)

function clicked(event, list) {
  const element = event.target.closest(".task")
  if (!element) return
  if (event.target.closest(".box")) finish(element, list)
  else if (event.target.closest(".restore")) restoreTask(element.row)
  else if (event.target.closest(".later")) laterPicker(event.target.closest(".later"), element.row)
  else if (event.target.closest("a.place, .grip")) return
  else if (event.shiftKey || event.ctrlKey || event.metaKey) {
    event.preventDefault()
    choose(element.row, event.shiftKey ? rowsOf(list.element).map(({ row }) => row) : null)
  } else {
    event.preventDefault()
    openTask(element.row.id)
  }
}

function finish({ row }, list) {
  if (row.deleted) return
  if (!list) return toggleDone(row)
  // A second press on a repeating task takes the first one back.
  if (row.done && row.repeats) return list.ticked.delete(row.id), undoLast()
  if (row.done) list.ticked.delete(row.id)
  else list.ticked.set(row.id, performance.now())
  // Without the server nothing tells when it comes again, so it stays done.
  if (row.repeats) setTimeout(() => world.isOnline && (list.ticked.delete(row.id), list.redrawn()), TICK)
  toggleDone(row)
}

/** What the keys do with the row that has the focus; `list` is null for steps and the agenda. */
export function actOnRow(name, element, list) {
  const { row } = element
  const at = element.querySelector(".line") ?? element
  if (row.deleted) return
  switch (name) {
    case "done": return finish(element, list)
    case "choose": return choose(row)
    case "delete": return deleteTask(row)
    case "edit": {
      const title = element.querySelector(".title")
      return title && editInPlace(title, row.title, "Title", (text) => rename(row, text))
    }
    case "date": return laterPicker(at, row)
    case "priority": return priorityPicker(at, row)
    case "list": return listPicker(at, row)
    case "tag": return tagPicker(at, row)
    case "state": return nextState(row)
    case "up":
    case "down": return (list ? list.canMove : element.matches(".open .task")) && step(element, name === "up" ? -1 : 1)
  }
}

/** Moves a row one place and keeps the focus. */
export function step(element, by) {
  const rows = [...element.parentElement.children]
  const place = rows.indexOf(element)
  const beside = rows[place + by]
  if (!beside) return
  moveTo(element, by < 0 ? { before: beside.row.id } : { after: beside.row.id }, `${element.row.title}: ${place + by + 1} of ${rows.length}`)
}

export function moveTo(element, beside, said) {
  const place = amongOpen(element, beside)
  if (!place) return
  act({ do: "move", id: element.row.id, ...place }, "", element.row.title)
  say(said)
  element.scrollIntoView({ block: "nearest" })
}

/** The same place named by an open task, since the order by hand is that of open tasks; null if there is no other. */
function amongOpen(element, { before, after }) {
  const rows = [...element.parentElement.children].filter((each) => each !== element).map(({ row }) => row)
  const place = rows.findIndex(({ id }) => id === (before ?? after)) + (after ? 1 : 0)
  const next = rows.slice(place).find(({ done }) => !done)
  if (next && before) return { before: next.id }
  const last = rows.slice(0, place).reverse().find(({ done }) => !done)
  return last ? { after: last.id } : next ? { before: next.id } : null
}
