import { setDate, toggleDone } from "./act.js"
import { agendaPath, isInAgenda, rowOf, watchCopy } from "./copy.js"
import { addDays, addMonths, dayOf, dayWords, monthName, timeOf, weekdayName, weeksOf } from "./dates.js"
import { h, loading } from "./dom.js"
import { icon } from "./icons.js"
import { overlayRow } from "./overlay.js"
import { laterPicker } from "./pickers.js"
import { unseen } from "./queue.js"
import { address, openTask, route, taskAddress } from "./router.js"
import { listLink, stateWords, updateBox } from "./row.js"
import { today, watch, workflow } from "./state.js"

const spans = { day: "Day", week: "Week", month: "Month" }

/** The first day that a span shows, and how many. */
function daysOf(span, day) {
  if (span === "day") return [day, 1]
  if (span === "week") return [day, 7]
  const weeks = weeksOf(day)
  return [weeks[0][0], weeks.length * 7]
}

/** The days, with what is due, begins or takes place on them: as lists, or a month as a grid. @param {string} name `week/2026-11-20` */
export function agendaPage(name, { titled }) {
  const [span = "", from = ""] = name.split("/")
  const shownSpan = spans[span] ? span : innerWidth < 900 ? "day" : "week"
  const isGrid = shownSpan === "month"
  const day = from || today()
  const [first, count] = daysOf(shownSpan, day)
  const head = h("div", { class: "agenda-head" })
  const habits = h("div", {})
  const days = h("div", { class: isGrid ? "month" : "days" }, loading())
  const to = (nextSpan, of) => address({ page: "agenda", name: `${nextSpan}${of ? "/" + of : ""}` })
  const step = (of, label, shape) => h("a", { class: "round", href: to(shownSpan, of), "aria-label": label }, icon(shape))
  const by = (direction) => (isGrid ? addMonths(day, direction) : addDays(day, direction * count))
  const last = addDays(first, count - 1)

  titled("Agenda")
  head.replaceChildren(
    h("div", { class: "spans", role: "group", "aria-label": "Span" }, Object.entries(spans).map(([key, label]) =>
      h("a", { href: to(key, from), "aria-current": key === shownSpan && "true" }, label))),
    h("div", { class: "turn" }, step(by(-1), "Earlier", "back"), h("a", { class: "soft", href: to(shownSpan) }, "Today"), step(by(1), "Later", "next")),
    h("p", { class: "agenda-title" }, isGrid ? monthName(day) : count === 1 ? `${weekdayName(first)} ${dayWords(first, today())}` : `${dayWords(first, today())} – ${dayWords(last, today())}`))

  function show(data, at) {
    const commands = unseen(at)
    const known = new Map(data.days.map((each) => [each.date, each]))
    const shown = [...Array(count).keys()].map((n) => known.get(addDays(first, n))).filter(Boolean)
      .map((each) => ({ ...each, entries: each.entries.map((entry) => seen(entry, commands)).filter((entry) => !entry.deleted) }))
    habits.replaceChildren(...(data.habits?.length && !isGrid ? [habitsOf(data.habits, commands)] : []))
    const focused = days.contains(document.activeElement) && document.activeElement.closest("[data-id]")?.dataset.id
    days.replaceChildren(...(isGrid ? [grid(shown, day)] : shown.map(sectionOf)))
    if (focused) days.querySelector(`[data-id="${CSS.escape(focused)}"] a`)?.focus({ preventScroll: true })
    marked()
  }

  // A repeating task that was finished goes on at its next date, which the server tells.
  function seen(entry, commands) {
    if (!entry.id) return entry
    const row = overlayRow({ ...rowOf(entry.id), ...entry }, commands, workflow())
    return row
  }

  const path = isInAgenda(first, count) ? agendaPath() : `agenda?days=${count}&from=${first}`
  const watching = [watch(path, show, (error) => {
    if (days.querySelector("section, table")) return
    if (!error.isPassing) return days.replaceChildren(h("p", { class: "empty" }, error.message))
    // Days that the browser has never seen are made of the copy: without repeats and events.
    watching.push(watchCopy((copy) => show(plainDays(copy, first, count), 0)))
  })]

  function marked() {
    for (const entry of days.querySelectorAll("[data-id]")) entry.toggleAttribute("data-open", entry.dataset.id === route().task)
  }

  days.addEventListener("click", entryClicked)
  habits.addEventListener("click", entryClicked)
  droppable(days)
  return { element: h("div", { class: "agenda" }, head, habits, days), stop: () => watching.forEach((each) => each.stop()), redraw: marked }
}

function plainDays(copy, first, count) {
  return { days: [...Array(count).keys()].map((n) => {
    const date = addDays(first, n)
    const entries = copy.rows.flatMap((row) => (row.dates ?? []).filter(({ kind, at }) => kind !== "hidden" && dayOf(at) === date)
      .map(({ kind, at }) => ({ ...row, kind, time: timeOf(at) || undefined, tone: "plain" })))
    return { date, shown: `${weekdayName(date)} ${dayWords(date, today())}`, today: date === today(), entries }
  }) }
}

function entryClicked(event) {
  const { entry } = event.target.closest("[data-id]") ?? {}
  if (!entry) return
  if (event.target.closest(".box")) return toggleDone(entry)
  const later = event.target.closest(".later")
  if (later) return laterPicker(later, rowOf(entry.id) ?? entry)
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("a.place")) return
  event.preventDefault()
  openTask(entry.id)
}

const parts = [["Overdue", ["overdue"]], ["On this day", null], ["Soon", ["warning"]]]

/** A day: what is overdue, what is on it, and what is due soon stand apart. */
function sectionOf({ shown, today: isToday, date, entries }) {
  const lists = parts.map(([name, only]) => {
    const own = entries.filter(({ kind }) => (only ? only.includes(kind) : kind !== "overdue" && kind !== "warning"))
    // One part alone needs no name.
    return own.length > 0 && [own.length < entries.length && h("h3", { class: name === "Overdue" ? "late" : "" }, name, " ", h("span", { class: "n" }, own.length)), h("ul", {}, own.map(entryOf))]
  })
  const own = entries.filter(({ kind }) => kind !== "overdue" && kind !== "warning").length
  return h("section", { class: isToday ? "day is-today" : "day", "data-day": date },
    h("h2", {}, isToday ? `Today, ${shown}` : shown, " ", h("span", { class: "n" }, own || "")),
    lists, entries.length === 0 && h("p", { class: "quiet nothing" }, date >= today() ? "Free" : "–"))
}

const entryWords = { deadline: "due", warning: "due", overdue: "overdue", scheduled: "begins", closed: "done", clock: "clocked" }

function entryOf(entry) {
  const { id, title, kind, time, end, tone = "plain", state, list, note, done } = entry
  const why = id ? note ?? entryWords[kind] : null
  const words = [!id && list, !id && note, !done && state && state !== workflow()[0]?.state && stateWords(state)].filter(Boolean)
  const text = h("span", { class: "entry-text" }, h("span", { class: "title", dir: "auto" }, title, done && h("span", { class: "unseen" }, ", done")),
    h("span", { class: "meta" }, why && h("span", { class: kind === "closed" ? "" : `chip ${tone}` }, why), id && list && listLink(list), words.map((word) => h("span", {}, word))))
  const at = h("span", { class: "time" }, time ? (end ? `${time} – ${end}` : time) : "")
  if (!id) return h("li", { class: "entry event" }, at, text)
  const box = h("button", { class: "box", type: "button" })
  updateBox(box, entry)
  const [title_, meta] = text.children
  const element = h("li", { class: `entry${done ? " done" : ""}`, "data-id": id, "data-state": done ? "done" : "open", draggable: done ? null : "true" }, box,
    time ? at : "", h("div", { class: "line" }, h("a", { class: "what", href: taskAddress(id) }, title_), meta),
    !done && h("button", { class: "later", type: "button", title: "Another day (d)", "aria-label": `Another day: ${title}` }, icon("agenda")))
  element.entry = element.row = entry
  return element
}

/** A month as a grid of days, of each the first titles. */
function grid(days, month) {
  const weeks = []
  for (let n = 0; n < days.length; n += 7) weeks.push(days.slice(n, n + 7))
  const most = innerWidth < 900 ? 2 : 4
  const cell = ({ date, entries }) => {
    const shown = entries.filter(({ kind }) => kind !== "warning" && kind !== "overdue")
    return h("td", { class: date.slice(0, 7) === month.slice(0, 7) ? "" : "other", "aria-current": date === today() && "date", "data-day": date },
      h("a", { class: "day-number", href: address({ page: "agenda", name: `day/${date}` }), "aria-label": `${weekdayName(date)} ${dayWords(date, today())}, ${shown.length} entries` }, Number(date.slice(8))),
      shown.slice(0, most).map((entry) => {
        const line = entry.id ? h("a", { class: `cell-entry ${entry.tone ?? ""}${entry.done ? " done" : ""}`, href: taskAddress(entry.id), "data-id": entry.id, draggable: entry.done ? null : "true" }, entry.time && h("span", { class: "n" }, entry.time, " "), entry.title)
          : h("span", { class: "cell-entry event" }, entry.time && `${entry.time} `, entry.title)
        line.entry = entry.id ? entry : undefined
        return line
      }), shown.length > most && h("span", { class: "quiet" }, `+ ${shown.length - most}`))
  }
  return h("table", {}, h("thead", {}, h("tr", {}, weeks[0]?.map(({ date }) => h("th", { scope: "col" }, weekdayName(date))))),
    h("tbody", {}, weeks.map((week) => h("tr", {}, week.map(cell)))))
}

/** Lets an entry be dragged to another day with the mouse; the date picker does the same with a finger or keys. */
function droppable(days) {
  let dragged = null
  const target = (event) => event.target.closest("[data-day]")
  days.addEventListener("dragstart", (event) => (dragged = event.target.closest?.("[data-id]")?.entry))
  days.addEventListener("dragover", (event) => {
    if (!dragged || !target(event)) return
    event.preventDefault()
    for (const each of days.querySelectorAll(".is-target")) if (each !== target(event)) each.classList.remove("is-target")
    target(event).classList.add("is-target")
  })
  days.addEventListener("dragend", () => {
    dragged = null
    for (const each of days.querySelectorAll(".is-target")) each.classList.remove("is-target")
  })
  days.addEventListener("drop", (event) => {
    const day = target(event)?.dataset.day
    if (!dragged || !day) return
    event.preventDefault()
    const kind = dragged.kind === "scheduled" ? "scheduled" : "deadline"
    const old = (rowOf(dragged.id) ?? dragged).dates?.find((date) => date.kind === kind)?.at ?? ""
    if (dayOf(old) !== day) setDate([rowOf(dragged.id) ?? dragged], kind, timeOf(old) ? `${day}T${timeOf(old)}` : day)
  })
}

/** The habits, each a row of days. */
function habitsOf(habits, commands) {
  return h("section", { class: "habits" }, h("h2", {}, "Habits"), h("ul", {}, habits.map((habit) => {
    const row = overlayRow({ ...rowOf(habit.id), ...habit }, commands, workflow())
    const box = h("button", { class: "box", type: "button" })
    updateBox(box, row)
    const cells = habit.cells.map(({ date, tone, mark }) => h("span", { class: `habit ${tone}`, title: `${weekdayName(date)} ${dayWords(date, today())}`, "data-today": date === today() }, mark ?? ""))
    const element = h("li", { class: "entry", "data-id": habit.id, "data-state": row.done ? "done" : "open" }, box,
      h("div", { class: "line" }, h("a", { class: "what", href: taskAddress(habit.id) }, h("span", { class: "title", dir: "auto" }, habit.title)), h("span", { class: "cells", role: "img", "aria-label": doneOf(habit) }, cells)))
    element.entry = element.row = row
    return element
  })))
}

const doneOf = ({ cells }) => `done on ${cells.filter(({ mark }) => mark).length} of ${cells.length} days`
