import { h } from "./dom.js"

const LIFE = { withAction: 8000, plain: 4000 }
let hiding

/** The place of messages; one is shown at a time, so that the newest is never covered. */
export const toasts = h("div", { class: "toasts", role: "status" })

/**
 * Shows a message for a while, longer while it is pointed at or has the focus.
 * @param {string} text
 * @param {{name: string, run: () => void}[]} actions
 */
export function toast(text, ...actions) {
  clearTimeout(hiding)
  const box = h("div", { class: "toast" }, h("span", {}, text), actions.map(({ name, run }) =>
    h("button", { type: "button", onclick: () => (hide(), run()) }, name)))
  const live = () => {
    clearTimeout(hiding)
    hiding = setTimeout(() => (box.matches(":hover, :focus-within") ? live() : hide()), actions.length ? LIFE.withAction : LIFE.plain)
  }
  toasts.replaceChildren(box)
  live()
  return box
}

export function hide() {
  clearTimeout(hiding)
  toasts.replaceChildren()
}
