import { h, keyed, loading } from "./dom.js"
import { openTask, taskAddress } from "./router.js"
import { watch } from "./state.js"

/** One entry of a history: when, what, and on which device. */
export function changesOf({ shown, device, lines, title, id, operation }) {
  const said = lines?.length ? lines : [operation]
  return h("div", { class: "change" }, h("time", {}, shown),
    h("div", {}, title && h("a", { class: "quiet-link", href: taskAddress(id), onclick: (event) => (event.preventDefault(), openTask(id)) }, title),
      said.map((line) => h("div", {}, line, line === said.at(-1) && device && h("span", { class: "device" }, ` · ${device}`)))))
}

/** The history of the whole store. */
export function historyPage() {
  const list = h("div", { class: "history" }, loading())
  const watching = watch("history", (entries) => {
    if (entries.length === 0) return list.replaceChildren(h("p", { class: "empty" }, "Nothing has changed yet."))
    keyed(list, entries, (entry) => entry.commit + (entry.id ?? ""), changesOf, () => {})
  }, (error) => list.replaceChildren(h("p", { class: "empty" }, error.message)))
  return { element: list, stop: watching.stop }
}
