/**
 * Dates as texts: `2026-12-04`, or with a time `2026-12-04T14:00`. All are local times of the store, which need not be
 * those of the browser, and compare as texts do.
 */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

export const dayOf = (at) => at.slice(0, 10)
export const timeOf = (at) => at.slice(11, 16)

const utc = (day) => Date.parse(day + "T00:00Z")
const text = (milliseconds) => new Date(milliseconds).toISOString()

export const addDays = (day, count) => dayOf(text(utc(day) + count * 86_400_000))
export const daysBetween = (from, to) => Math.round((utc(to) - utc(from)) / 86_400_000)
/** 0 for Monday, 6 for Sunday. */
export const weekday = (day) => (new Date(utc(day)).getUTCDay() + 6) % 7
export const weekdayName = (day) => weekdays[new Date(utc(day)).getUTCDay()]
export const mondayOf = (day) => addDays(day, -weekday(day))

/** The same day of another month, or its last one. */
export function addMonths(day, count) {
  const [year, month, date] = day.split("-").map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(text(first.getTime() + (Math.min(date, last) - 1) * 86_400_000))
}

/** The weeks that a month touches, each of seven days from Monday. */
export function weeksOf(day) {
  const weeks = []
  for (let monday = mondayOf(day.slice(0, 8) + "01"); monday.slice(0, 7) <= day.slice(0, 7); monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count)))
  }
  return weeks
}

export const monthName = (day) =>
  new Date(utc(day)).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" })

/** A day of the year: `4 Dec`, `4 Dec 2027`. */
export function dayWords(day, now) {
  const [year, month, date] = day.split("-")
  return `${Number(date)} ${months[month - 1]}${year === now.slice(0, 4) ? "" : " " + year}`
}

/** A date as people say it, seen from `now`: `today 9:00`, `Fri`, `3 days ago`, `12 Dec` (RelativeDate.swift). */
export function words(at, now) {
  const days = daysBetween(dayOf(now), dayOf(at))
  if (days < -1 && days >= -30) return `${-days} days ago`
  const near = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[days]
  const day = near ?? (days > 0 && days < 7 ? weekdayName(dayOf(at)) : dayWords(dayOf(at), now))
  const time = timeOf(at)
  return time ? `${day} ${time.replace(/^0/, "")}` : day
}

/** The day of `today`, `tomorrow`, a weekday to come or an ISO date, with a time after `@`; nothing for any other word. */
export function dayNamed(word, today) {
  const [, name, time] = /^([a-z]+|\d{4}-\d\d-\d\d)(?:@(\d?\d:\d\d))?$/.exec(word.toLowerCase()) ?? []
  if (!name) return undefined
  const place = weekdays.findIndex((each) => name.length > 2 && each.toLowerCase() === name.slice(0, 3))
  const ahead = { today: 0, tomorrow: 1 }[name] ?? (place < 0 ? undefined : ((place + 6) % 7 - weekday(today) + 6) % 7 + 1)
  const day = /^\d/.test(name) ? name : ahead === undefined ? undefined : addDays(today, ahead)
  return day && (time ? `${day}T${time.padStart(5, "0")}` : day)
}

/** Whether a date or time has passed. */
export const isPast = (at, now) => (timeOf(at) ? at < now : at < dayOf(now))

const units = { h: "hour", d: "day", w: "week", m: "month", y: "year" }

export function repeatWords(text) {
  if (text === "mon tue wed thu fri") return "every weekday"
  const [, count, unit] = /^[.+]*(\d+)([hdwmy])/.exec(text) ?? []
  if (!unit) return text
  return count === "1" ? `every ${units[unit]}` : `every ${count} ${units[unit]}s`
}
