import { h, keyed } from "./dom.js"
import { change, dropRefused, onQueue, refused } from "./queue.js"
import { openTask } from "./router.js"
import { toast } from "./toast.js"

/** Changes that the server did not take. What was typed stays here until one has decided. */
export const refusals = h("section", { class: "refusals", "aria-label": "Not saved", hidden: true })

const typed = ({ body, about }) => body.line ?? body.text ?? about

export function showRefused() {
  const all = refused()
  refusals.hidden = all.length === 0
  keyed(refusals, all, ({ key }) => key, refusal, () => {})
}

function refusal({ key, body, about, message }) {
  const text = typed({ body, about })
  const field = h("textarea", { "aria-label": "What was not saved", rows: Math.min(text.split("\n").length, 8), value: text })
  const button = (name, run, kind = "soft") => h("button", { type: "button", class: kind, onclick: run }, name)
  const again = () => {
    dropRefused(key)
    change(retried(body, field.value), field.value)
  }
  const canRetry = body.do === "add" || body.do === "modify" || body.do === "title"
  return h("div", { class: "refusal" }, h("p", {}, h("b", {}, "Not saved. "), message), field,
    h("div", { class: "buttons" }, canRetry && button(body.do === "title" ? "Use mine" : "Try again", again, "strong"),
      body.id && body.do !== "add" && button("Open the task", () => openTask(body.id)),
      button("Copy", () => navigator.clipboard.writeText(field.value)), button("Discard", () => dropRefused(key))))
}

/** The same change for what stands there now: the title that was shown before is no longer a condition. */
function retried({ was, ...body }, text) {
  return body.line === undefined ? { ...body, text } : { ...body, line: text }
}

onQueue(({ about, message }) => {
  showRefused()
  if (message && !refused().some((each) => each.message === message)) toast(`Not done${about ? ` (${about})` : ""}: ${message}`)
})
