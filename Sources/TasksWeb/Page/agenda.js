import { act, setDate, toggleDone, undoLast } from "./act.js"
import { choose, chosen } from "./choose.js"
import { agendaPath, isInAgenda, openRows, rowOf, watchCopy } from "./copy.js"
import { addDays, addMonths, dayOf, dayWords, monthName, repeatWords, timeOf, weekdayName, weeksOf, words } from "./dates.js"
import { h, loading } from "./dom.js"
import { icon } from "./icons.js"
import { overlayRow } from "./overlay.js"
import { laterPicker } from "./pickers.js"
import { unseen } from "./queue.js"
import { address, openTask, route, taskAddress } from "./router.js"
import { listLink, signOf, stateWords, tagLink, updateBox } from "./row.js"
import { storeNow, today, watch, workflow } from "./state.js"
import { swipeable } from "./swipe.js"

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
  const day = Number.isNaN(Date.parse(from)) ? today() : from
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
    // Tasks whose dates a change sets that the answer does not show yet: they are where the copy has them.
    const moved = new Set(commands.filter(({ do: name, patch }) => name === "add" || patch?.dates).flatMap(({ id, ids = [id] }) => ids))
    const known = new Map(data.days.map((each) => [each.date, each]))
    const habitIDs = new Set(isGrid ? [] : (data.habits ?? []).map(({ id }) => id))
    const shown = [...Array(count).keys()].map((n) => known.get(addDays(first, n))).filter(Boolean).map((each) => {
      // What was kept on another day calls that one today.
      const isStale = each.date === today() && !each.today
      const late = each.date === today() ? overdueHere().filter(({ id }) => isStale || moved.has(id)) : []
      const entries = [...late, ...each.entries.filter(({ id, kind }) => !moved.has(id) || !dateKinds.has(kind)), ...dueHere(each.date).filter(({ id }) => moved.has(id))]
        .filter(({ id }) => !habitIDs.has(id))
        .map((entry) => (entry.id ? seen(entry, each.date, commands) : entry)).filter((entry) => !entry.deleted)
      return { ...each, today: each.date === today(), entries }
    })
    habits.replaceChildren(...(data.habits?.length && !isGrid ? [habitsOf(data.habits, commands)] : []))
    const focused = days.contains(document.activeElement) && document.activeElement.closest("[data-id]")?.dataset.id
    days.replaceChildren(...(isGrid ? [grid(shown, day)] : shown.map(sectionOf)))
    if (focused) days.querySelector(`[data-id="${CSS.escape(focused)}"] .what`)?.focus({ preventScroll: true })
    marked()
  }

  const path = isInAgenda(first, count) ? agendaPath : `agenda?days=${count}&from=${first}`
  // Days that the browser has never seen are made of the copy until the server answers.
  let plain = null
  const missing = h("p", { class: "quiet", hidden: true }, "Without the server: events and repeats are missing.")
  function endPlain() {
    plain?.stop()
    plain = null
    missing.hidden = true
  }
  const watching = watch(path, (data, at) => (endPlain(), show(data, at)), (error) => {
    if (!error.isPassing) return endPlain(), days.replaceChildren(h("p", { class: "empty" }, error.message))
    missing.hidden = false
    plain ??= watchCopy(() => show({ days: plainDays(first, count) }, Infinity))
  })

  function marked() {
    for (const entry of days.querySelectorAll("[data-id]")) {
      entry.toggleAttribute("data-open", entry.dataset.id === route().task)
      entry.toggleAttribute("data-chosen", chosen.has(entry.dataset.id))
    }
  }

  days.addEventListener("click", entryClicked)
  habits.addEventListener("click", entryClicked)
  droppable(days)
  swipeable(days, { finish: ({ entry }) => tickEntry(entry), later: (row) => laterPicker(row.querySelector(".later"), rowOf(row.entry.id) ?? row.entry) })
  return { element: h("div", { class: "agenda" }, head, missing, habits, days), stop: () => (endPlain(), watching.stop()), redraw: marked }
}

/** An entry with what the copy knows of its task and what waits on top. One of a date to come of a repeating task is none to tick. */
function seen(entry, date, commands) {
  const row = overlayRow({ ...rowOf(entry.id), ...entry }, commands, workflow())
  const isOfDate = row.dates?.some(({ kind, at }) => kind === entry.kind && dayOf(at) === date)
  return { ...row, isToCome: Boolean(row.repeats) && !isOfDate && (entry.kind === "deadline" || entry.kind === "scheduled") }
}

/** What is overdue, or was to begin before today, by the copy. */
const overdueHere = () => openRows().flatMap((row) => (row.dates ?? []).filter(({ kind, at }) => kind !== "hidden" && dayOf(at) < today())
  .map(({ kind, at }) => ({ ...row, kind: kind === "deadline" ? "overdue" : kind, tone: kind === "deadline" ? "late" : "today", note: `${kind === "deadline" ? "due" : "begins"} ${words(at, storeNow())}` })))

/** What is due or begins on a day, by the copy. */
const dueHere = (date) => openRows().flatMap((row) => (row.dates ?? []).filter(({ kind, at }) => kind !== "hidden" && dayOf(at) === date)
  .map(({ kind, at }) => ({ ...row, kind, time: timeOf(at) || undefined, tone: "plain" })))

const dateKinds = new Set(["deadline", "scheduled", "overdue", "warning"])

function plainDays(first, count) {
  return [...Array(count).keys()].map((n) => {
    const date = addDays(first, n)
    return { date, shown: `${weekdayName(date)} ${dayWords(date, today())}`, today: false, entries: dueHere(date) }
  })
}

/** The habits that were ticked here: a second press takes that back, since a habit goes on at its next date. */
const ticked = new Set()

function tickEntry(entry) {
  if (entry.isToCome) return
  if (ticked.delete(entry.id)) return undoLast()
  if (entry.repeats && !entry.done) ticked.add(entry.id)
  toggleDone(entry)
}

function entryClicked(event) {
  const { entry } = event.target.closest("[data-id]") ?? {}
  if (!entry) return
  const row = rowOf(entry.id) ?? entry
  if (event.target.closest(".box")) return tickEntry(entry)
  const button = event.target.closest(".later, .clock")
  if (button?.matches(".later")) return laterPicker(button, row)
  if (button) return act(row.clocked ? { do: "clock-out" } : { do: "clock-in", id: row.id }, `${row.clocked ? "Clocked out" : "The clock runs"}: ${row.title}`, row.title)
  if (event.ctrlKey || event.metaKey || event.target.closest("a.place")) return
  event.preventDefault()
  if (event.shiftKey) choose(row)
  else openTask(entry.id)
}

const parts = [["Overdue", ["overdue"]], ["On this day", null], ["Soon", ["warning"]]]

/** A day: what is overdue, what is on it, and what is due soon stand apart. */
function sectionOf({ shown, today: isToday, date, entries }) {
  const lists = parts.map(([name, only]) => {
    const own = entries.filter(({ kind }) => (only ? only.includes(kind) : kind !== "overdue" && kind !== "warning"))
      .sort((a, b) => Number(a.done ?? false) - Number(b.done ?? false))
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
  const { id, title, kind, time, end, tone = "plain", state, list, note, done, isToCome } = entry
  const why = id ? note ?? entryWords[kind] : null
  const heading = h("span", { class: "title", dir: "auto" }, title, done && h("span", { class: "unseen" }, ", done"))
  const at = h("span", { class: "time" }, time ? (end ? `${time} – ${end}` : time) : "")
  if (!id) return h("li", { class: "entry event" }, at, h("span", { class: "line" }, heading, h("span", { class: "meta" }, [list, note].filter(Boolean).map((word) => h("span", {}, word)))))
  const box = h("button", { class: "box", type: "button", disabled: isToCome || (done && entry.repeats) })
  updateBox(box, entry)
  const meta = [why && h("span", { class: kind === "closed" || kind === "state" ? "" : `chip ${tone}` }, why), list && listLink(list), (entry.tags ?? []).map(tagLink),
    entry.repeats && h("span", {}, `↻ ${repeatWords(entry.repeats)}`), !done && signOf(state) && h("span", {}, stateWords(state)), entry.clocked && h("span", {}, "clock runs")]
  const tool = (name, shape, label) => !done && !isToCome && h("button", { class: name, type: "button", title: label, "aria-label": `${label}: ${title}` }, icon(shape))
  const element = h("li", { class: `entry${done ? " done" : ""}`, "data-id": id, "data-state": done ? "done" : "open", draggable: done || isToCome ? null : "true" }, box,
    time ? at : "", h("div", { class: "line" }, h("a", { class: "what", href: taskAddress(id) }, heading), h("span", { class: "meta" }, meta)),
    tool("clock", "today", entry.clocked ? "Clock out" : "Clock in"), tool("later", "agenda", "Another day (d)"))
  element.entry = element.row = entry
  return element
}

/** A month as a grid of days, of each the first titles. */
function grid(days, month) {
  const weeks = []
  for (let n = 0; n < days.length; n += 7) weeks.push(days.slice(n, n + 7))
  const most = innerWidth < 900 ? 2 : 4
  const cell = ({ date, entries }) => {
    const shown = entries.filter(({ kind }) => kind !== "warning" && kind !== "overdue").sort((a, b) => Number(a.done ?? false) - Number(b.done ?? false))
    return h("td", { class: date.slice(0, 7) === month.slice(0, 7) ? "" : "other", "aria-current": date === today() && "date", "data-day": date },
      h("a", { class: "day-number", href: address({ page: "agenda", name: `day/${date}` }), "aria-label": `${weekdayName(date)} ${dayWords(date, today())}, ${shown.length} entries` }, Number(date.slice(8))),
      shown.slice(0, most).map((entry) => {
        const line = entry.id ? h("a", { class: `cell-entry ${entry.tone ?? ""}${entry.done ? " done" : ""}`, href: taskAddress(entry.id), "data-id": entry.id, draggable: entry.done || entry.isToCome ? null : "true" }, entry.time && h("span", { class: "n" }, entry.time, " "), entry.title)
          : h("span", { class: "cell-entry event" }, entry.time && `${entry.time} `, entry.title)
        line.entry = line.row = entry.id ? entry : undefined
        return line
      }), shown.length > most && h("a", { class: "quiet", href: address({ page: "agenda", name: `day/${date}` }) }, `+ ${shown.length - most}`))
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
    const row = rowOf(dragged.id) ?? dragged
    if (!row.dates?.some((date) => date.kind === kind && dayOf(date.at) === day)) setDate([row], () => kind, day)
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

const doneOf = ({ cells }) => `done on ${cells.filter(({ mark }) => mark === "*").length} of ${cells.length} days`
