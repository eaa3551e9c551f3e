import { h, loading } from "./dom.js"
import { icon } from "./icons.js"
import { address, openTask, route, taskAddress } from "./router.js"
import { watch, world } from "./state.js"

const spans = { day: "Day", week: "Week", month: "Month" }

/** The days, with what is due, begins or takes place on them. @param {string} name `week/2026-11-20` */
export function agendaPage(name, { titled }) {
  const [span = "", from = ""] = name.split("/")
  const shownSpan = spans[span] ? span : innerWidth < 900 ? "day" : "week"
  const head = h("div", { class: "agenda-head" })
  const days = h("div", { class: "days" }, loading())
  const to = (nextSpan, day) => address({ page: "agenda", name: `${nextSpan}${day ? "/" + day : ""}` })
  const step = (day, label, shape) => h("a", { class: "round", href: to(shownSpan, day), "aria-label": label }, icon(shape))

  const watching = watch(`agenda?span=${shownSpan}${from ? "&from=" + from : ""}`, (data) => {
    titled("Agenda")
    const focused = head.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null
    head.replaceChildren(
      h("div", { class: "spans", role: "group", "aria-label": "Span" }, Object.entries(spans).map(([key, label]) =>
        h("a", { href: to(key, from), "aria-current": key === shownSpan && "true" }, label))),
      h("div", { class: "steps" }, step(data.previous, "Earlier", "back"),
        h("a", { class: "soft", href: to(shownSpan) }, "Today"), step(data.next, "Later", "next")),
      h("p", { class: "agenda-title" }, data.title))
    if (focused) head.querySelector(`[aria-label="${focused}"]`)?.focus({ preventScroll: true })
    const shown = shownSpan === "month" ? data.days.filter((day) => day.entries.length > 0 || day.today) : data.days
    days.replaceChildren(...(shown.length ? shown.map(dayOf) : [h("p", { class: "empty" }, "Nothing is planned in these days.")]))
    marked()
  }, (error) => days.replaceChildren(h("p", { class: "empty" }, error.message)))

  function marked() {
    for (const link of days.querySelectorAll("[data-id]")) link.toggleAttribute("data-open", link.dataset.id === route().task)
  }
  return { element: h("div", { class: "agenda" }, head, days), stop: watching.stop, redraw: marked }
}

function dayOf({ shown, today, date, entries }) {
  return h("section", { class: today ? "day is-today" : "day" },
    h("h2", {}, today ? `Today, ${shown}` : shown, " ", h("span", { class: "n" }, entries.length || "")),
    entries.length ? h("ul", {}, entries.map((entry) => h("li", {}, entryOf(entry))))
      : h("p", { class: "quiet nothing" }, date >= (world.state?.today ?? "") ? "Free" : "–"))
}

const kinds = { deadline: "due", warning: "due", overdue: "overdue", scheduled: "begins", closed: "done", clock: "clocked" }

function entryOf(entry) {
  const { id, title, kind, time, end, tone = "plain", state, list, note } = entry
  const { workflow = [] } = world.state ?? {}
  const done = workflow.some((each) => each.state === state && each.done)
  const why = id ? note ?? kinds[kind] : null
  const words = [list, !id && note, !done && state && state !== workflow[0]?.state && state.toLowerCase()].filter(Boolean)
  const inside = [
    h("span", { class: "time" }, time ? (end ? `${time} – ${end}` : time) : ""),
    h("span", { class: "entry-text" }, h("span", { class: "title" }, title, done && h("span", { class: "unseen" }, ", done")),
      h("span", { class: "meta" }, why && h("span", { class: `chip ${tone}` }, why), words.map((word) => h("span", {}, word)))),
  ]
  if (!id) return h("div", { class: "entry event" }, inside)
  return h("a", { class: `entry ${done ? "done" : ""}`, href: taskAddress(id), "data-id": id, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openTask(id)
  } }, inside)
}
