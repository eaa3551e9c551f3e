import { act, deleteTask, rename, restoreTask, toggleDone } from "./act.js"
import { h, keyed, loading, say } from "./dom.js"
import { draggable } from "./drag.js"
import { editInPlace } from "./in-place.js"
import { overlay } from "./overlay.js"
import { unseen } from "./queue.js"
import { openTask, route } from "./router.js"
import { makeRow, updateRow } from "./row.js"
import { watch } from "./state.js"

const PIECE = 200

/**
 * A list of tasks, filled in pieces as one scrolls. What is done here stays in its place until the list is left.
 * @param {string} show what `/api/tasks` is asked for
 * @param {{q?: string, empty: () => Node, titled?: (title: string) => void}} options
 */
export function listOf(show, { q = "", empty, titled = () => {} }) {
  const groups = h("div", { class: "groups" })
  const end = h("div", { class: "end" }, loading())
  const element = h("div", { class: "list" }, groups, end)
  const list = { element, show, data: null, limit: PIECE, touched: new Set(), last: [] }

  function render() {
    if (!list.data) return
    const data = overlay(list.data, unseen(list.loadedAt), show)
    list.last = keepTouched(data.groups, list)
    list.canMove = data.canMove
    titled(data.title)
    draw()
  }

  function draw() {
    if (groups.querySelector(".lifted")) return
    const focused = groups.contains(document.activeElement) ? document.activeElement : null
    const place = focused ? rowsOf(element).indexOf(focused.closest(".task")) : -1
    let left = list.limit
    const shown = list.last.map(({ name, rows }) => {
      const cut = rows.slice(0, left)
      left -= cut.length
      return { name, rows: cut, count: rows.length }
    }).filter(({ rows }) => rows.length > 0)
    const options = { canMove: list.canMove, list: show === "inbox" ? show : show.startsWith("list:") ? show.slice(5) : null }
    keyed(groups, shown, (group) => group.name ?? "", makeGroup, (section, group) => {
      section.querySelector("h2 .n").textContent = group.count
      keyed(section.querySelector("ol"), group.rows, (row) => row.id, makeRow, (row, task) =>
        updateRow(row, task, { ...options, isOpen: route().task === task.id }))
    })
    end.replaceChildren(...(shown.length ? [] : [empty()]))
    if (focused && !focused.isConnected) {
      const rows = rowsOf(element)
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

  const watching = watch(`tasks?show=${encodeURIComponent(show)}${q ? "&q=" + encodeURIComponent(q) : ""}`,
    (data, loadedAt) => (Object.assign(list, { data, loadedAt }), render()),
    (error) => end.replaceChildren(h("p", { class: "empty" }, error.message)))

  element.addEventListener("click", (event) => clicked(event, list))
  draggable(groups, { drop: moveTo, step, end: draw })
  return { element, redraw: draw, stop: () => (watching.stop(), more.disconnect()), list }
}

function makeGroup({ name }) {
  return h("section", {}, h("h2", { class: name ? "" : "unseen" }, name ?? "Tasks", " ", h("span", { class: "n" })), h("ol"))
}

const rowsOf = (element) => [...element.querySelectorAll(".task")]

/** Puts the tasks that were finished here back where they stood. */
function keepTouched(groups, { last, touched }) {
  const there = new Set(groups.flatMap(({ rows }) => rows.map((row) => row.id)))
  const result = groups.map(({ name, rows }) => ({ name, rows: [...rows] }))
  for (const old of last) {
    for (const [place, row] of old.rows.entries()) {
      if (there.has(row.id) || !touched.has(row.id)) continue
      let group = result.find(({ name }) => name === old.name)
      if (!group) result.splice(last.indexOf(old), 0, (group = { name: old.name, rows: [] }))
      const before = old.rows.slice(0, place).findLast(({ id }) => group.rows.some((each) => each.id === id))
      group.rows.splice(before ? group.rows.findIndex(({ id }) => id === before.id) + 1 : 0, 0, row)
    }
  }
  return result
}

function clicked(event, list) {
  const element = event.target.closest(".task")
  if (!element) return
  if (event.target.closest(".box")) finish(element, list)
  else if (event.target.closest(".restore")) restoreTask(element.row)
  else if (event.target.closest(".what") && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault()
    openTask(element.row.id)
  }
}

function finish({ row }, list) {
  if (row.deleted) return
  list.touched.add(row.id)
  toggleDone(row)
}

/** What the keys do with the row that has the focus. */
export function actOnRow(name, element, list) {
  const { row } = element
  switch (name) {
    case "done": return finish(element, list)
    case "delete": return row.deleted || deleteTask(row)
    case "edit":
      return editInPlace(element.querySelector(".title"), row.title, "Title", (text) => rename(row, text))
    case "up":
    case "down": return list.canMove && step(element, name === "up" ? -1 : 1)
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

function moveTo(element, beside, said) {
  act({ do: "move", id: element.row.id, ...beside }, "", element.row.title)
  say(said)
  element.scrollIntoView({ block: "nearest" })
}
