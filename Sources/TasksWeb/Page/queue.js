import { Refusal, tell } from "./api.js"
import { withWords } from "./words.js"

/**
 * The changes that the server has not answered yet. Each has a key of its own in localStorage, so that tabs do not
 * overwrite each other, and the page may be closed or loaded anew without a server. They are sent in order, by one tab
 * at a time; every one of them may be sent twice.
 * @typedef {{key: string, store: string, body: any, about: string, tried?: boolean}} Command
 */

const PREFIX = "command:"
const REFUSED = "refused:"
/** The most bytes of a change; the server takes a little more, for what is sent with it. */
const MOST = 60 * 1024
const sizeOf = (body) => new TextEncoder().encode(JSON.stringify(body)).length

/** Whether the server would refuse a change for its length. */
export const isTooLong = (body) => sizeOf(body) > MOST
const channel = new BroadcastChannel("commands")
/** Commands that were answered a short while ago: they count until what was loaded is newer than their answer. */
let answered = []
const waiting = new Map()
const queueListeners = new Set()
let store = ""
let offset = 0
let timer
let count = 0

export const onQueue = (listener) => queueListeners.add(listener)

function changed(event = {}) {
  for (const listener of queueListeners) listener(event)
}

function stored(prefix) {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort()
    .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key)) }))
}

/** @returns {Command[]} */
export const queued = () => stored(PREFIX).filter((command) => command.store === store)
export const queuedElsewhere = () => stored(PREFIX).filter((command) => command.store !== store)
export const refused = () => stored(REFUSED).filter((each) => each.store === store)

export function dropRefused(key) {
  localStorage.removeItem(key)
  changed()
  channel.postMessage({})
}

/** The changes that something loaded at `time` does not show yet. */
export function unseen(time) {
  const late = answered.filter((command) => command.time >= time)
  return [...late, ...queued()].map((command) => command.body)
}

/**
 * Queues a change and sends it.
 * @returns {{undo: () => Promise<boolean | null>, answer: Promise<any>}} what takes the change back and tells whether it did,
 *   null if the server refused that; and the server's answer, null for a change that it refused or that was taken back before

 */
export function change(body, about = "") {
  const last = queued().at(-1)
  // The order of the keys is the order of the changes, also when a clock is set back.
  const made = Math.max(Date.now(), last ? madeAt(last.key) + 1 : 0)
  const key = `${PREFIX}${String(made).padStart(15, "0")}-${String(count++).padStart(5, "0")}-${Math.random().toString(36).slice(2, 6)}`
  // Of moves of one task in a row only the last counts.
  if (body.do === "move" && last?.body.do === "move" && last.body.id === body.id && !last.tried) remove(last.key)
  const text = JSON.stringify({ store, body, about })
  if (isTooLong(body)) {
    settle({ key, body, about }, null, `This is too long for the page: ${Math.ceil(sizeOf(body) / 1024)} KB, of at most 60.`)
    return { answer: Promise.resolve(null), undo: async () => false }
  }
  try {
    localStorage.setItem(key, text)
  } catch {
    changed({ about, message: "This browser has no room left to keep it until it is sent." })
    return { answer: Promise.resolve(null), undo: async () => false }
  }
  const answer = new Promise((resolve) => waiting.set(key, resolve))
  changed()
  // The other tabs show it, too.
  channel.postMessage({})
  flush()
  return { answer, undo: () => undo(key, answer) }
}

/** Takes a change back: out of the queue if it still waits there, else by undoing its commit. */
async function undo(key, answer) {
  const waits = JSON.parse(localStorage.getItem(key) ?? "null")
  if (waits) {
    remove(key)
    // It may have reached the server although no answer came; the server knows it by its key.
    if (waits.tried) change({ do: "undo", of: key })
    else changed()
    return true
  }
  const commit = (await answer)?.undo
  if (!commit) return false
  return (await change({ do: "undo", commit }).answer) === null ? null : true
}

function remove(key) {
  localStorage.removeItem(key)
  waiting.get(key)?.(null)
  waiting.delete(key)
}

/** Sends what waits, in order. */
export function flush() {
  clearTimeout(timer)
  if (store) navigator.locks.request("commands", { ifAvailable: false }, send)
}

async function send() {
  for (let next; (next = queued()[0]); ) {
    const { key, ...command } = next
    localStorage.setItem(key, JSON.stringify({ ...command, tried: true }))
    try {
      const answer = await tell("do", { ...dated(next), store: next.store, key })
      settle(next, { ...answer, isResent: next.tried === true })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.isPassing) {
        timer = setTimeout(flush, 5000)
        return changed({ error })
      }
      settle(next, null, error.message)
    }
  }
}

/** When a change was made, in milliseconds since 1970. */
const madeAt = (key) => Number(key.slice(PREFIX.length).split("-")[0])

/** A change that has waited says when it was made: `due:tomorrow` means the day after that. */
function dated({ key, body: { patch, words, ...body } }) {
  if (words) body.line = withWords(body.line, words)
  const made = madeAt(key)
  if (Date.now() - made < 60_000) return body
  return { ...body, at: new Date(made + offset).toISOString().slice(0, 16) }
}

/** The changes with a text that someone has typed: it is kept when they are refused. */
const typedChanges = ["add", "modify", "title", "notes"]

function settle({ key, body, about }, answer, message) {
  const time = performance.timeOrigin + performance.now()
  if (message && typedChanges.includes(body.do)) localStorage.setItem(REFUSED + key.slice(PREFIX.length), JSON.stringify({ store, body, about, message }))
  if (!message) answered = [...answered.slice(-200), { body, time }]
  localStorage.removeItem(key)
  waiting.get(key)?.(answer)
  waiting.delete(key)
  const event = { body, about, answer, message }
  channel.postMessage({ ...event, key, time })
  changed(event)
}

channel.onmessage = ({ data: { key, body, answer, message, time } }) => {
  if (key && !message) answered = [...answered.slice(-200), { body, time }]
  waiting.get(key)?.(answer)
  waiting.delete(key)
  changed()
}

/**
 * Tells which store the page shows, and how far its local time is from UTC, in milliseconds. Changes made for another
 * one on the same address wait until it is back.
 */
export function setStore(id, distance) {
  offset = distance
  if (store === id) return
  store = id
  flush()
}

export function forgetAll() {
  for (const key of Object.keys(localStorage)) if (/^(command|refused|draft):/.test(key)) localStorage.removeItem(key)
  sessionStorage.removeItem("typed")
}

addEventListener("online", flush)
