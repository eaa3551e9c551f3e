import { modify, quoted, setDate, setList, setPriority, setState, setTag } from "./act.js"
import { addDays, addMonths, dayOf, mondayOf, monthName, repeatWords, timeOf, weekdayName, weeksOf, words } from "./dates.js"
import { h, say, sheet } from "./dom.js"
import { icon } from "./icons.js"
import { byName } from "./lists.js"
import { stateWords, tagWords } from "./row.js"
import { storeNow, today, workflow, world } from "./state.js"

/**
 * Opens a small dialog beside an element, on the phone at the foot of the screen.
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {(close: () => void, draw: (content: any) => void) => any} content
 */
function pick(anchor, label, content) {
  const dialog = sheet({ class: "picker", "aria-label": label },
    (own) => content(() => own.close(), (again) => own.replaceChildren(...[again].flat(Infinity).filter(Boolean))),
    () => anchor.isConnected && anchor.focus?.({ preventScroll: true }))
  place(dialog, anchor.getBoundingClientRect())
}

/** Puts a dialog below an element, or above it where there is more room. */
function place(dialog, beside) {
  if (innerWidth < 600 || innerHeight < 480) return
  const { width, height } = dialog.getBoundingClientRect()
  const left = Math.max(8, Math.min(beside.left, innerWidth - width - 8))
  const below = beside.bottom + 4
  const top = below + height + 8 < innerHeight ? below : Math.max(8, Math.min(beside.top - height - 4, innerHeight - height - 8))
  Object.assign(dialog.style, { left: `${left}px`, top: `${top}px`, margin: 0 })
}

const pickedDate = (row, kind) => row?.dates?.find((date) => date.kind === kind)?.at

/** The date by which a task is moved: when it begins, if it has no deadline. */
const movedBy = (row) => (pickedDate(row, "scheduled") && !pickedDate(row, "deadline") ? "scheduled" : "deadline")

/** Chooses another day for tasks. @param {any} rows one or several */
export function laterPicker(anchor, rows) {
  const all = [rows].flat()
  if (all.length > 0) datePicker(anchor, all, all.length > 1 ? "" : movedBy(all[0]))
}

const kinds = { deadline: "Due", scheduled: "Begins", hidden: "Hidden until" }
const repeats = [["", "Does not repeat"], ["1d", "Every day"], ["weekdays", "Every weekday"], ["1w", "Every week"], ["2w", "Every 2 weeks"],
  ["1mo", "Every month"], ["1y", "Every year"], [".+1d", "A day after it is done"], [".+1w", "A week after it is done"], [".+1mo", "A month after it is done"]]

/**
 * Chooses a day, a time and how it repeats.
 * @param {any[]} rows
 * @param {string} kind `deadline`, `scheduled` or `hidden`; empty for that of each of several tasks
 */
export function datePicker(anchor, rows, kind) {
  const isOne = rows.length === 1
  pick(anchor, "Date", (close, draw) => {
    function content(wanted) {
      const now = isOne ? pickedDate(rows[0], wanted) : undefined
      const day = now ? dayOf(now) : today()
      const time = h("input", { type: "time", "aria-label": "Time", value: now ? timeOf(now) : "" })
      const repeating = isOne && wanted !== "hidden" && rows[0].repeats
      const every = isOne && wanted !== "hidden" && h("select", { "aria-label": "Repeats" }, repeating && h("option", { value: "keep", selected: true }, repeatWords(repeating)),
        repeats.map(([value, name]) => h("option", { value }, name)))
      const first = every && every.value
      const set = (at) => {
        const repeat = !every || every.value === first ? null : every.value
        close()
        setDate(rows, wanted ? () => wanted : movedBy, at, isOne || time.value ? time.value : undefined, at ? repeat : null)
      }
      const tabs = h("div", { class: "spans", role: "group", "aria-label": "Which date" }, Object.entries(kinds).map(([key, name]) =>
        h("button", { type: "button", "aria-pressed": String(key === wanted), onclick: () => draw(content(key)) }, name)))
      const quick = [["Today", today()], ["Tomorrow", addDays(today(), 1)], ["Monday", addDays(mondayOf(today()), 7)], ["In a week", addDays(today(), 7)]]
      const shortcut = ([name, at], n) => h("button", { type: "button", autofocus: n === 0, onclick: () => set(at) }, h("span", {}, name), h("span", { class: "n" }, `${weekdayName(at)} ${Number(at.slice(8))}`))
      const isElsewhere = Math.abs(world.offset + new Date().getTimezoneOffset() * 60_000) > 120_000
      return [tabs, h("div", { class: "quick" }, quick.map(shortcut), (now || !isOne) && h("button", { type: "button", onclick: () => set(null) }, "No date")),
        calendar(day, (picked) => set(picked)),
        h("form", { onsubmit: (event) => (event.preventDefault(), set(day)) }, h("div", { class: "when" }, h("label", {}, "Time ", time), every),
          isElsewhere && h("p", { class: "quiet" }, `Days and times are those of the store, where it is ${storeNow().slice(11)}.`),
          h("div", { class: "buttons" }, h("button", { class: "strong" }, now ? "Set" : "Set today"), h("button", { type: "button", class: "soft", onclick: close }, "Cancel")))]
    }
    return content(kind)
  })
}

/** A month of days. The arrow keys move, Enter takes. @param {(day: string) => void} take */
function calendar(marked, take) {
  let focused = marked
  const title = h("h3", { "aria-live": "polite" })
  const body = h("tbody", {})
  const step = (label, shape, count) => h("button", { type: "button", class: "round", "aria-label": label, onclick: () => show(addMonths(focused, count)) }, icon(shape))
  function show(day, focuses = false) {
    focused = day
    title.textContent = monthName(day)
    body.replaceChildren(...weeksOf(day).map((week) => h("tr", {}, week.map((each) => h("td", {},
      h("button", { type: "button", tabindex: each === focused ? 0 : -1, "data-day": each, "aria-label": `${weekdayName(each)} ${words(each, storeNow())}`,
        class: each.slice(0, 7) === day.slice(0, 7) ? "" : "other", "aria-current": each === today() && "date", "aria-pressed": String(each === marked),
        onclick: () => take(each) }, Number(each.slice(8))))))))
    if (focuses) body.querySelector("[tabindex='0']").focus()
  }
  const moves = { ArrowLeft: (day) => addDays(day, -1), ArrowRight: (day) => addDays(day, 1), ArrowUp: (day) => addDays(day, -7), ArrowDown: (day) => addDays(day, 7),
    PageUp: (day) => addMonths(day, -1), PageDown: (day) => addMonths(day, 1) }
  body.addEventListener("keydown", (event) => {
    if (!moves[event.key]) return
    event.preventDefault()
    show(moves[event.key](focused), true)
  })
  show(marked)
  return h("div", { class: "calendar" }, h("div", { class: "part-head" }, step("Month before", "back", -1), title, step("Month after", "next", 1)),
    h("table", {}, h("thead", {}, h("tr", {}, ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => h("th", { scope: "col" }, name)))), body))
}

/**
 * Chooses among names, or a new one.
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {{names: {name: string, note?: string}[], isOn: (name: string) => boolean, take: (name: string) => void, none?: string, closes: boolean}} options
 */
function namePicker(anchor, label, { names, isOn, take, none, closes }) {
  pick(anchor, label, (close) => {
    const field = h("input", { type: "text", "aria-label": label, placeholder: label, autocapitalize: "off", oninput: () => show() })
    const list = h("div", { class: "names" })
    const choose = (name, button) => {
      take(name)
      if (closes) return close()
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"))
    }
    /** @param {{name: string, note?: string, shown?: string}} each */
    const option = ({ name, note, shown = name }) =>
      h("button", { type: "button", "aria-pressed": String(isOn(name)), onclick: (event) => choose(name, event.currentTarget) },
        h("span", { dir: "auto" }, shown), note && h("span", { class: "n" }, note))
    function show() {
      const typed = field.value.trim()
      const low = typed.toLowerCase()
      const rank = ({ name }) => (name.toLowerCase() === low ? 0 : name.toLowerCase().startsWith(low) ? 1 : 2)
      const found = names.filter(({ name }) => name.toLowerCase().includes(low)).sort((a, b) => (typed ? rank(a) - rank(b) : 0))
      const isNew = typed && !names.some(({ name }) => name.toLowerCase() === low)
      list.replaceChildren(...(none && !typed ? [option({ name: "", shown: none })] : []), ...found.map(option),
        ...(isNew ? [option({ name: typed, shown: `New: ${typed}` })] : []))
    }
    list.addEventListener("keydown", (event) => walk(event, field))
    field.addEventListener("keydown", (event) => event.key === "ArrowDown" && (event.preventDefault(), list.querySelector("button")?.focus()))
    show()
    return h("form", { onsubmit: (event) => {
      event.preventDefault()
      if (field.value.trim()) list.querySelector("button")?.click()
    } }, field, list)
  })
}

/** Moves the focus among the buttons of a list by the arrow keys. */
function walk(event, above) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll("button")]
  const next = all.indexOf(document.activeElement) + by
  const target = next < 0 ? above : all[next]
  target?.focus()
}

export function listPicker(anchor, rows) {
  const all = [rows].flat()
  const names = byName(world.state?.lists ?? []).map(({ name, open: count }) => ({ name, note: count }))
  const isOn = (name) => all.every((row) => (row.list ?? "") === name)
  namePicker(anchor, "List", { names, isOn, none: "No list", closes: true, take: (name) => isOn(name) || setList(all, name) })
}

export function tagPicker(anchor, rows) {
  const all = [rows].flat()
  const names = byName(world.state?.tags ?? []).map(({ name, open: count }) => ({ name, note: count }))
  const on = new Set(names.map(({ name }) => name).filter((name) => all.every((row) => row.tags?.includes(name))))
  namePicker(anchor, "Tags", { names, isOn: (name) => on.has(name), closes: false, take: (typed) => {
    const name = typed.replace(/^\+/, "").replace(/[\s-]+/g, "_")
    setTag(all, name, !on.has(name))
    if (!on.delete(name)) on.add(name)
    say(`${on.has(name) ? "Tagged" : "Not tagged"} ${tagWords(name)}`)
  } })
}

function choicePicker(anchor, label, choices) {
  pick(anchor, label, (close) => h("div", { class: "names", onkeydown: walk }, choices.map(({ name, isOn, run }) =>
    h("button", { type: "button", "aria-pressed": String(isOn), onclick: () => (close(), isOn || run()) }, name))))
}

export function priorityPicker(anchor, rows) {
  const all = [rows].flat()
  choicePicker(anchor, "Priority", ["A", "B", "C", ""].map((priority) => ({
    name: priority ? `Priority ${priority}` : "No priority", isOn: all.every((row) => (row.priority ?? "") === priority), run: () => setPriority(all, priority),
  })))
}

export function statePicker(anchor, task) {
  const states = workflow().map(({ state }) => state)
  const all = states.includes(task.state) ? states : [task.state, ...states]
  choicePicker(anchor, "State", all.map((state) => ({ name: stateWords(state), isOn: state === task.state, run: () => setState(task, state, stateWords(state)) })))
}

/** When one is reminded of a task, in words. */
export function remindersOf(task) {
  const moments = (task.reminders ?? []).map((text) => {
    const [, day, time] = /(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?/.exec(text) ?? []
    return day ? words(time ? `${day}T${time}` : day, storeNow()) : text
  })
  const leads = (task.fields ?? []).filter(([name]) => name === "alert" || name === "alert2").map(([, , shown]) => (/^0/.test(shown) ? "when due" : `${shown} before`))
  return [...moments, ...leads]
}

/** Chooses when one is reminded: before the dates of the task, or at a moment. */
export function reminderPicker(anchor, task) {
  pick(anchor, "Reminder", (close) => {
    const set = (line, said) => (close(), modify([task], line, {}, `${said}: ${task.title}`))
    const leads = [["0m", "When it is due"], ["10m", "10 minutes before"], ["1h", "1 hour before"], ["1d", "1 day before"]]
    const at = h("input", { type: "datetime-local", "aria-label": "Moment", value: `${addDays(today(), 1)}T09:00` })
    return [h("div", { class: "names" }, (task.dates ?? []).length > 0 && leads.map(([lead, name]) => h("button", { type: "button", onclick: () => set(`alert:${lead}`, `Reminds ${name.toLowerCase()}`) }, name)),
      remindersOf(task).length > 0 && h("button", { type: "button", onclick: () => set("remind: alert: alert2:", "No reminder") }, "No reminder")),
    h("form", { class: "when", onsubmit: (event) => (event.preventDefault(), at.value && set(`remind:${quoted(at.value)}`, `Reminds ${words(at.value, storeNow())}`)) },
      at, h("button", { class: "strong" }, "Set"))]
  })
}
