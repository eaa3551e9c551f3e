/**
 * The address names what is shown: `#order`, `#list/work`, `#agenda/week/2026-11-20`, `#search/WORDS`, and after `?`
 * the open task (`#order?task=ID`), so that Back works and a link can be kept.
 * @typedef {{page: string, name: string, task: string | null, adds: boolean}} Route
 */

const pages = ["today", "next", "order", "inbox", "done", "deleted", "aside", "places", "list", "tag", "view", "agenda", "search", "history"]

/** @returns {Route} */
export function route(hash = location.hash) {
  const [path, query = ""] = hash.slice(1).split("?")
  const [page, ...rest] = path.split("/")
  const known = pages.includes(page)
  const words = new URLSearchParams(query)
  return {
    page: known ? page : "order",
    name: known ? decode(rest.join("/")) : "",
    task: words.get("task"),
    adds: words.has("add"),
  }
}

function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @param {Partial<Route>} to */
export function address({ page, name = "", task = null }) {
  const path = name ? `${page}/${name.split("/").map(encodeURIComponent).join("/")}` : page
  return `#${path}${task ? "?task=" + encodeURIComponent(task) : ""}`
}

/** The address of a task beside what is shown now. */
export const taskAddress = (id) => address({ ...route(), task: id })

/** Goes to an address of the page. A step back then leads here. */
export function go(hash) {
  if (hash === (location.hash || "#order")) return
  location.hash = hash
}

/** Replaces the address without a new step. */
export function replace(hash) {
  history.replaceState(history.state, "", hash)
  dispatchEvent(new HashChangeEvent("hashchange"))
}

/** Closes the open task: a step back if it was opened here, else its list. */
export function closeTask() {
  const { page, name, task } = route()
  if (!task) return
  if (history.state?.opened) history.back()
  else replace(address({ page, name }))
}

/** Opens a task. Another one that is open already is replaced, so that one step back leads to the list. */
export function openTask(id) {
  if (route().task) return replace(taskAddress(id))
  history.pushState({ opened: true }, "", taskAddress(id))
  dispatchEvent(new HashChangeEvent("hashchange"))
}
