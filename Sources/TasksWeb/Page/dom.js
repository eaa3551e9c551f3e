/**
 * Makes an element. Children are text or elements, never markup: what comes from a file cannot become part of the page.
 * @param {string} name
 * @param {Object<string, any>} [attributes] `on…` are listeners; true is an attribute without a value; false and null are left out.
 * @param {...any} children
 * @returns {any}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value == null || value === false) continue
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
    else if (key === "class") element.className = value
    else if (key === "value") element.value = value
    else element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false))
  return element
}

/** Replaces the children only where they differ by key, so that focus and scroll stay. */
export function keyed(parent, items, key, make, update) {
  const old = new Map()
  for (const child of parent.children) old.set(child.key, child)
  let place = parent.firstElementChild
  for (const item of items) {
    let child = old.get(key(item))
    if (child) old.delete(key(item))
    else (child = make(item)).key = key(item)
    update(child, item)
    if (child === place) place = place.nextElementSibling
    else put(parent, child, place)
  }
  for (const child of old.values()) child.remove()
}

/** Moves a child and gives the focus back, which an element loses when it moves. */
function put(parent, child, place) {
  const focused = child.contains(document.activeElement) ? document.activeElement : null
  parent.insertBefore(child, place)
  focused?.focus({ preventScroll: true })
}

/** What stands where something will be, once it has taken a while. */
export const loading = () => h("p", { class: "empty loading" }, "Loading")

export const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]") != null

/** Says a sentence to those who listen to the page instead of seeing it. */
export function say(text) {
  const place = document.getElementById("say")
  if (place) place.textContent = text
}

export function plural(n, one, many = one + "s") {
  return n === 1 ? `1 ${one}` : `${n} ${many}`
}

/** Runs `action` once things have been quiet for `ms`. */
export function settled(action, ms) {
  let timer
  return (...values) => {
    clearTimeout(timer)
    timer = setTimeout(() => action(...values), ms)
  }
}

/**
 * Shows a dialog until it is closed. A press beside it closes it, too.
 * @param {Object<string, any>} attributes
 * @param {(dialog: any) => any} content
 * @param {(choice: string) => void} [closed] what is done then, with the value of the button that closed it
 */
export function sheet(attributes, content, closed = () => {}) {
  const dialog = h("dialog", attributes)
  dialog.append(...[content(dialog)].flat(Infinity).filter(Boolean))
  dialog.addEventListener("close", () => {
    dialog.remove()
    closed(dialog.returnValue)
  })
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
