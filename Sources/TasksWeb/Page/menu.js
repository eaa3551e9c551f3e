import { h } from "./dom.js"
import { icon } from "./icons.js"
import { address, route } from "./router.js"
import { world } from "./state.js"

/** All that can be shown, for the rail and for the search page. */
export const places = [
  { page: "today", title: "Today", count: "today" },
  { page: "next", title: "Next", sign: "urgent" },
  { page: "order", title: "In order", count: "open" },
  { page: "agenda", title: "Agenda" },
  { page: "inbox", title: "Inbox", count: "inbox" },
  { page: "search", title: "Search" },
  { page: "done", title: "Done" },
  { page: "deleted", title: "Recently deleted" },
  { page: "history", title: "History" },
]

export const tabs = ["today", "order", "agenda", "search"]

export function placeLink({ page, name, title, count, depth, sign = page }, withIcon = true) {
  const now = route()
  const isHere = now.page === page && (page === "agenda" || page === "search" || now.name === (name ?? ""))
  return h("a", { href: address({ page, name }), "aria-current": isHere && "page", "data-depth": depth > 0 && Math.min(depth, 4), title: depth > 0 && name },
    withIcon && icon(sign), h("span", {}, title ?? name), count ? h("span", { class: "n" }, count) : "")
}

export const withCounts = (pages) =>
  places.filter(({ page }) => pages.includes(page)).map((place) => ({ ...place, count: world.state?.counts?.[place.count] }))

/** The store's own lists, views and tags. */
export function ownPlaces() {
  const { lists = [], views = [], tags = [] } = world.state ?? {}
  return [
    ["Lists", lists.filter(({ name }) => name !== "inbox").map(listPlace)],
    ["Views", views.map(({ name }) => ({ page: "view", name }))],
    ["Tags", tags.map(({ name, open }) => ({ page: "tag", name, count: open }))],
  ].filter(([, links]) => links.length > 0)
}

/** A list below its parent by the last of its levels. */
function listPlace({ name, open }) {
  const levels = name.split("/")
  return { page: "list", name, title: levels.at(-1) || name, depth: levels.length - 1, count: open }
}
