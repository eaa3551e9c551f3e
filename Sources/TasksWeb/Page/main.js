import { agendaPage } from "./agenda.js"
import { quickAdd } from "./add.js"
import { chooseNothing } from "./choose.js"
import { agendaPath } from "./copy.js"
import { subscribeAgain } from "./alerts.js"
import { h } from "./dom.js"
import { makeFrame } from "./frame.js"
import { historyPage } from "./history.js"
import { listenToKeys } from "./keys.js"
import { listOf } from "./list.js"
import { places } from "./menu.js"
import { forgetAnswers } from "./kept.js"
import { flush, setStore } from "./queue.js"
import { route } from "./router.js"
import { placesPage, searchPage } from "./search.js"
import { showDensity } from "./settings.js"
import { signInBy, signInPage, tokenFromAddress } from "./sign-in.js"
import { follow, loadState, now, on, prefetch, recallState, unfollow, world } from "./state.js"
import { taskPane } from "./task.js"
import { toast } from "./toast.js"

const empty = {
  today: ["Nothing is left for today.", "Add what comes to mind above, or look at the agenda."],
  order: ["No tasks yet.", "Type the first one above, for example “Buy stamps due:fri”, and press Enter."],
  inbox: ["The inbox is empty.", "What comes in by phone or capture waits here to be sorted."],
  done: ["Nothing is done yet.", "What you finish is kept here."],
  deleted: ["Nothing was deleted lately.", "What you delete waits here and can be restored."],
  aside: ["Nothing is put aside.", "When two devices set one field, the value that a merge did not keep waits here."],
  next: ["Nothing is ready.", "What is open, not blocked and not hidden comes here, the most urgent first."],
  list: ["This list has no open tasks.", "Add one above."],
  tag: ["No open task has this tag.", "Add one above."],
  view: ["Nothing matches this view.", ""],
}

let frame
let page = null
let pane = null
let shownPlace = ""
let placeTitle = ""
const scrolled = new Map()

function makePage({ page: kind, name }) {
  const titled = (title) => {
    frame.heading.textContent = title
    placeTitle = title
    nameWindow()
  }
  if (kind === "agenda") return agendaPage(name, { titled })
  if (kind === "search") return searchPage(name, { titled })
  if (kind === "places") return placesPage({ titled })
  titled(places.find((place) => place.page === kind)?.title ?? name)
  if (kind === "history") return historyPage()
  const nothing = () => h("div", { class: "empty" }, empty[kind].filter(Boolean).map((line) => h("p", {}, line)))
  const list = listOf(name ? `${kind}:${name}` : kind, { titled, empty: nothing })
  const adds = !["done", "deleted", "aside", "view"].includes(kind)
  return { ...list, element: h("div", {}, adds && quickAdd({ page: kind, name }), list.element) }
}

/** The window is named after the open task, else after the place. */
function nameWindow() {
  document.title = `${pane?.task?.title ?? placeTitle} · ${world.state?.store ?? "tasks"}`
}

/** Shows what the address names; what is shown already stays as it is. */
function showRoute() {
  if (!frame) return
  const now = route()
  const isNew = shownPlace !== now.page + "/" + now.name && !page?.accepts?.(now)
  const hadTask = document.body.hasAttribute("data-task")
  if (now.task && !hadTask) scrolled.set("list", scrollY)
  if (isNew) {
    page?.stop()
    chooseNothing()
    page = makePage(now)
    frame.main.replaceChildren(page.element)
  }
  shownPlace = now.page + "/" + now.name
  if (!pane || pane.id !== now.task) {
    pane?.stop()
    pane = now.task ? taskPane(now.task, nameWindow) : null
    nameWindow()
    frame.aside.replaceChildren(...[pane?.element].filter(Boolean))
  }
  const closed = hadTask && !now.task && document.querySelector(".task[aria-current]")
  document.body.toggleAttribute("data-task", now.task != null)
  frame.setMain()
  page.redraw?.()
  frame.update()
  if (now.task && !hadTask && innerWidth < 1200) {
    scrollTo(0, 0)
    pane.element.focus({ preventScroll: true })
  } else if (isNew) scrollTo(0, 0)
  else if (closed) {
    if (innerWidth < 1200) scrollTo(0, scrolled.get("list") ?? 0)
    closed.querySelector(".what").focus({ preventScroll: true })
  }
  if (now.adds) requestAnimationFrame(() => document.getElementById("add-field")?.focus())
}

function signIn(message) {
  unfollow()
  setStore("", 0)
  page?.stop()
  pane?.stop()
  frame?.stop()
  page = pane = frame = null
  shownPlace = ""
  document.body.removeAttribute("data-task")
  document.body.replaceChildren(signInPage(message, signedIn))
}

function signedIn() {
  world.signedInAt = now()
  return loadState().then(start)
}

function start() {
  frame = makeFrame()
  document.body.replaceChildren(...frame.element)
  follow()
  flush()
  showRoute()
  subscribeAgain()
  setTimeout(prefetch, 2000, agendaPath)
}

async function registerWorker() {
  if (!navigator.serviceWorker) return
  const policy = globalThis.trustedTypes?.createPolicy("sw", { createScriptURL: (url) => url })
  const hadOne = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener("controllerchange", () => hadOne && toast("The page is newer on the server.", { name: "Reload", run: () => location.reload() }))
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("/sw.js") : "/sw.js")
}

on("state", () => {
  frame?.update()
  page?.state?.()
})
on("chosen", () => page?.redraw?.())
on("signed-out", () => {
  forgetAnswers()
  signIn(frame ? "This browser is no longer signed in." : "")
})
addEventListener("hashchange", showRoute)
addEventListener("popstate", showRoute)
addEventListener("resize", showDensity)
history.scrollRestoration = "manual"
showDensity()
listenToKeys({ element: () => frame.main, list: () => page.list, pane: () => pane })

const token = tokenFromAddress()
let signInRefusal = ""
if (token) await signInBy(token).catch((error) => (signInRefusal = error.message))
// What is kept is shown at once; whether it is still true, and this browser signed in, shows later.
if (await recallState()) {
  start()
  loadState()
} else {
  await loadState()
  if (!world.isSignedIn) signIn(signInRefusal)
  else if (world.state) start()
  else {
    document.body.replaceChildren(h("p", { class: "empty" }, world.trouble ?? "The server cannot be reached. This page waits for it."))
    const stop = on("state", () => world.state && !frame && (stop(), start()))
  }
}
registerWorker().catch(() => {})
