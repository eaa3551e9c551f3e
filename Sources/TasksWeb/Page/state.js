import { ask, isKept, Refusal } from "./api.js"
import { settled } from "./dom.js"
import { flush, onQueue, setStore } from "./queue.js"

/** What the page knows of the store: the answer to `/api/state`, and whether the server is there. */
export const world = { state: null, isOnline: true, isSignedIn: true, signedInAt: 0, trouble: null }

const listeners = new Map()

/** @param {"state" | "change" | "alert" | "signed-out"} name */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set())
  listeners.get(name).add(listener)
  return () => listeners.get(name).delete(listener)
}

export function emit(name, data) {
  for (const listener of listeners.get(name) ?? []) listener(data)
}

export const now = () => performance.timeOrigin + performance.now()

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

function setOnline(isOnline, trouble = null) {
  clearTimeout(retry)
  if (!isOnline) retry = setTimeout(recover, 2000)
  if (world.isOnline === isOnline && world.trouble === trouble) return
  Object.assign(world, { isOnline, trouble })
  emit("state")
}

/** Looks whether the server is back, and if so goes on with all that waited for it. */
export async function recover() {
  await loadState()
  if (!world.isOnline || !world.isSignedIn) return
  if (events?.readyState === EventSource.CLOSED) follow()
  flush()
  refresh()
}

export async function loadState() {
  try {
    const state = await ask("state")
    world.state = state
    world.isSignedIn = true
    setStore(state.storeID ?? state.store)
    setOnline(state[isKept] === undefined, state[isKept] || null)
  } catch (error) {
    failed(error)
  }
  emit("state")
}

const watches = new Set()
const memory = new Map()

/**
 * Loads an answer, and again whenever something changes, and shows it each time: first as it was when last seen.
 * @param {string} path
 * @param {(data: any, loadedAt: number) => void} show
 * @param {(error: Refusal) => void} [fail]
 */
export function watch(path, show, fail = () => {}) {
  let last = memory.get(path)
  const watching = {
    async load() {
      const startedAt = now()
      try {
        const data = await ask(path)
        last = { data, startedAt }
        memory.set(path, last)
        if (memory.size > 60) memory.delete(memory.keys().next().value)
        if (watches.has(watching)) show(data, startedAt)
      } catch (error) {
        failed(error)
        if (watches.has(watching) && (!last || !error.isPassing)) fail(error)
      }
    },
    /** Shows the same answer again: what waits in the queue has changed. */
    again: () => last && show(last.data, last.startedAt),
    stop: () => watches.delete(watching),
  }
  watches.add(watching)
  if (last) show(last.data, last.startedAt)
  watching.load()
  return watching
}

let isLoading = false
let isStale = false

/** Loads all that is shown, once at a time. */
export async function refresh() {
  isStale = true
  if (isLoading) return
  isLoading = true
  while (isStale) {
    isStale = false
    await Promise.all([loadState(), ...[...watches].map((each) => each.load())])
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
  for (const each of watches) each.again()
  if (error) failed(error)
  if (answer || message) refreshSoon()
  emit("state")
})

addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && events && world.isSignedIn) recover()
})
