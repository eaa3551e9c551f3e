import { ask, Refusal, silence, tell } from "./api.js"
import { settled } from "./dom.js"
import { forgetAnswers, keep, recall } from "./kept.js"
import { flush, onQueue, setStore } from "./queue.js"

/**
 * What the page knows of the store: the answer to `/api/state`, when it was asked for, and whether the server is there.
 * `offset` is what the clock of the store differs from UTC and from the browser's, in milliseconds.
 */
export const world = { state: null, stateAt: 0, offset: 0, isOnline: true, isSignedIn: true, signedInAt: 0, trouble: null }

const listeners = new Map()

/** @param {"state" | "alert" | "chosen" | "signed-out"} name */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set())
  listeners.get(name).add(listener)
  return () => listeners.get(name).delete(listener)
}

export function emit(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data)
}

/** What answers and changes of this page are ordered by; it stands still while the machine sleeps. */
export const now = () => performance.timeOrigin + performance.now()

/** The local time of the store, `2026-12-04T14:00`. */
export const storeNow = () => new Date(Date.now() + world.offset).toISOString().slice(0, 16)
export const today = () => storeNow().slice(0, 10)
export const workflow = () => world.state?.workflow ?? []

/** Learns from a failure whether the server or its store is away, or the browser not signed in. */
export function failed(error) {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 401) {
    // What was asked before signing in may be answered after it.
    if (world.isSignedIn && error.startedAt >= world.signedInAt) {
      world.isSignedIn = false
      emit("signed-out")
    }
  } else if (error.isPassing) {
    setOnline(false, error.status === 0 ? null : error.message)
  }
}

let retry
let isRecovering = false

function setOnline(isOnline, trouble = null) {
  clearTimeout(retry)
  if (!isOnline) retry = setTimeout(recover, 2000)
  if (world.isOnline === isOnline && world.trouble === trouble) return
  Object.assign(world, { isOnline, trouble })
  emit("state")
}

// A server that hangs is away, until it answers.
silence.addEventListener("silent", () => setOnline(false))

/** Looks whether the server is back, and if so goes on with all that waited for it. */
export async function recover() {
  if (isRecovering) return
  isRecovering = true
  try {
    await loadState()
  } finally {
    isRecovering = false
  }
  if (!world.isOnline || !world.isSignedIn) return
  if (events?.readyState === EventSource.CLOSED) follow()
  flush()
  refresh()
}

function takeState(state, at) {
  const isOther = world.state?.storeID && world.state.storeID !== state.storeID
  world.state = state
  world.stateAt = at
  world.offset = Date.parse(state.now.slice(0, 16) + "Z") - at
  setStore(state.storeID ?? state.store, world.offset)
  // Another store is served here: nothing that was kept is of it.
  if (isOther) forgetAnswers().then(() => location.reload())
}

/** Shows the state as it was when the server was last seen. @returns {Promise<boolean>} whether there is one */
export async function recallState() {
  try {
    const kept = await recall("state")
    if (kept) takeState(kept.data, kept.at)
    return kept !== undefined
  } catch {
    await forgetAnswers()
    return false
  }
}

export async function loadState() {
  const at = Date.now()
  try {
    const state = await ask("state")
    takeState(state, at)
    world.isSignedIn = true
    keep("state", { data: state, at })
    setOnline(true)
  } catch (error) {
    failed(error)
  }
  emit("state")
}

/**
 * The answers that are shown or were lately, by their paths.
 * @type {Map<string, any>}
 */
const sources = new Map()

function sourceOf(path) {
  const known = sources.get(path)
  if (known) return known
  const source = { path, data: undefined, at: 0, watches: new Set(), recalled: undefined, late: undefined }
  source.recalled = recall(path).then((kept) => kept && source.data === undefined && settleSource(source, kept.data, kept.at))
  sources.set(path, source)
  if (sources.size > 60) sources.delete([...sources.values()].find(({ watches }) => watches.size === 0)?.path)
  return source
}

// The first list waits for it.
sourceOf("copy")

function settleSource(source, data, at) {
  Object.assign(source, { data, at })
  for (const { show } of source.watches) show(data, at)
}

/** How long a place waits for what it has never shown before it says so, in milliseconds. */
const FIRST_WAIT = 1000

async function load(source) {
  const at = now()
  const waiting = setTimeout(() => cannotShow(source, (source.late = new Refusal(0, "The server does not answer yet.", at))), FIRST_WAIT)
  try {
    const mark = source.data?.mark
    const data = await ask(mark ? `${source.path}?have=${encodeURIComponent(mark)}` : source.path)
    if (!world.isOnline) setTimeout(recover)
    if (data.same) return settleSource(source, source.data, at)
    settleSource(source, data, at)
    // What is searched for is not asked for again.
    if (!source.path.includes("q=")) keepSoon(source)
  } catch (error) {
    failed(error)
    await cannotShow(source, error)
  } finally {
    clearTimeout(waiting)
    source.late = undefined
  }
}

/** Keeps an answer: the first at once, and later ones when they have stood for a while, since each change brings a new one. */
function keepSoon(source) {
  const write = () => {
    source.keeping = undefined
    // A browser that was signed out meanwhile keeps nothing.
    if (world.isSignedIn) keep(source.path, { data: source.data, at: source.at })
  }
  if (!source.isKept) write()
  else source.keeping ??= setTimeout(write, 1000)
  source.isKept = true
}

async function cannotShow(source, error) {
  await source.recalled
  if (source.data === undefined || !error.isPassing) for (const { fail } of source.watches) fail(error)
}

/**
 * Loads an answer, and again whenever something changes, and shows it each time: first as it was when last seen. Nothing
 * is shown before it is known.
 * @param {string} path
 * @param {(data: any, loadedAt: number) => void} show
 * @param {(error: Refusal) => void} [fail]
 */
export function watch(path, show, fail = () => {}) {
  const source = sourceOf(path)
  const watching = { show, fail, stop: () => source.watches.delete(watching) }
  source.watches.add(watching)
  if (source.data !== undefined) show(source.data, source.at)
  // What is asked for already may have been waited for long enough.
  else if (source.late) cannotShow(source, source.late)
  source.loading ??= load(source).finally(() => (source.loading = undefined))
  return watching
}

/** Loads an answer once, for the time without the server. */
export function prefetch(path) {
  const source = sourceOf(path)
  source.recalled.then(() => source.loading ??= load(source).finally(() => (source.loading = undefined)))
}

/** Shows all again, since the time has gone on. */
function showAgain() {
  for (const source of sources.values()) if (source.data !== undefined) settleSource(source, source.data, source.at)
  emit("state")
}

let shownDay = ""
// With each minute something may be overdue, and with a new day everything is called otherwise.
setInterval(() => {
  if (!world.state) return
  const copy = sources.get("copy")
  if (shownDay && shownDay !== today()) showAgain()
  else if (copy?.data) settleSource(copy, copy.data, copy.at)
  emit("state")
  shownDay = today()
}, 60_000)

let isLoading = false
let isStale = false

/** Loads all that is shown, once at a time. */
async function refresh() {
  isStale = true
  if (isLoading) return
  isLoading = true
  while (isStale) {
    isStale = false
    await Promise.all([loadState(), ...[...sources.values()].filter(({ watches }) => watches.size > 0).map(load)])
  }
  isLoading = false
}

/** An answer and the event that tells of the same change come together. */
const refreshSoon = settled(refresh, 30)

let events

/** Follows the changes that others make: the shell, `git pull`, another tab. */
export function follow() {
  events?.close()
  events = new EventSource("/api/events")
  let wasOpen = false
  events.onopen = async () => {
    if (wasOpen || !world.isOnline) return recover()
    wasOpen = true
    // What changed before the stream was open has not been told.
    const mark = world.state?.mark
    await loadState()
    if (mark !== world.state?.mark) refresh()
  }
  events.addEventListener("change", refreshSoon)
  events.addEventListener("sync", (event) => {
    if (!world.state) return
    world.state.sync = JSON.parse(event.data)
    emit("state")
  })
  events.addEventListener("alert", (event) => emit("alert", JSON.parse(event.data)))
  events.onerror = () => recover()
}

export function unfollow() {
  events?.close()
  clearTimeout(retry)
}

onQueue(({ answer, message, error }) => {
  if (error) failed(error)
  if (answer || message) refreshSoon()
  showAgain()
})

addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !events || !world.isSignedIn) return
  showAgain()
  recover()
  if (world.isOnline) tell("do", { do: "sync", soon: true }).catch(failed)
})
