import { h } from "./dom.js"

/** Lets a text grow with what is typed, in browsers without `field-sizing`. */
export function grow(area) {
  if (CSS.supports("field-sizing", "content")) return
  area.style.height = "auto"
  area.style.height = area.scrollHeight + "px"
}

/**
 * Turns a text into a field where it stands. Enter and leaving the field save, Escape does not.
 * @param {HTMLElement} element
 * @param {(text: string) => void} save
 */
export function editInPlace(element, text, label, save) {
  const back = document.activeElement
  const field = h("textarea", { class: "in-place", rows: 1, "aria-label": label, spellcheck: "true", dir: "auto", value: text })
  let isOpen = true
  const close = (saves) => {
    if (!isOpen) return
    isOpen = false
    const hadFocus = document.activeElement === field
    field.replaceWith(element)
    if (saves && field.value !== text) save(field.value)
    if (hadFocus) (back?.isConnected ? back : element).focus({ preventScroll: true })
  }
  field.addEventListener("keydown", (event) => {
    event.stopPropagation()
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return
    event.preventDefault()
    close(event.key === "Enter")
  })
  field.addEventListener("input", () => {
    if (field.value.includes("\n")) field.value = field.value.replace(/\s*\n\s*/g, " ")
    grow(field)
  })
  field.addEventListener("blur", () => close(true))
  field.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()))
  element.replaceWith(field)
  grow(field)
  field.focus()
  field.select()
}
