import { h } from "./dom.js"
import { openTask, taskAddress } from "./router.js"
import { toast } from "./toast.js"

/** Parts of a line, as elements. @param {any[]} spans */
function inline(spans) {
  return spans.map((span) => {
    if (typeof span === "string") return lines(span)
    if (span.code !== undefined) return h("code", {}, span.code)
    if (span.href) return isSafe(span.href) ? h("a", { href: span.href, target: "_blank", rel: "noreferrer" }, span.text) : span.text
    if (span.task) return h("a", { href: taskAddress(span.task), onclick: (event) => (event.preventDefault(), openTask(span.task)) }, span.text)
    if (span.s) return h({ bold: "b", italic: "i", underline: "u", strike: "s" }[span.s] ?? "span", {}, inline(span.in))
    return lines(span.text ?? "")
  })
}

const lines = (text) => text.split("\n").flatMap((line, n) => (n ? [h("br"), line] : [line]))

const isSafe = (address) => /^(https?|mailto):/i.test(address)

export const plain = (spans) =>
  spans.map((span) => (typeof span === "string" ? span : (span.code ?? span.text ?? plain(span.in ?? [])))).join("")

/**
 * Shows the notes of a task.
 * @param {any[]} blocks
 * @param {(block: any, to: boolean) => void} [tick] what ticking a box does; without it boxes cannot be ticked
 */
export function rendered(blocks, tick) {
  const result = h("div", { class: "notes" })
  let list = null
  for (const block of unfenced(blocks)) {
    if (block.b === "item") {
      list ??= result.appendChild(h("ul", {}))
      list.append(item(block, tick))
      continue
    }
    list = null
    const element = makers[block.b]?.(block)
    if (element) result.append(element)
  }
  return result
}

const fence = /^\s*(?:#\+begin_(?:src|example)(?:\s+(\S+))?|(?:`{3,}|~{3,})\s*(\S*))/i
const fenceEnd = /^\s*(?:#\+end_(?:src|example)|`{3,}|~{3,})\s*$/i

/** Code without the lines around it, but with the language that the first one names. */
function unfenced(blocks) {
  return blocks.flatMap((block, place) => {
    const [before, after] = [blocks[place - 1], blocks[place + 1]]
    if (block.b === "code") {
      const [, org, markdown] = (before?.b === "aside" && fence.exec(before.text)) || []
      return [{ ...block, language: org ?? markdown }]
    }
    const isFence = block.b === "aside" && ((after?.b === "code" && fence.test(block.text)) || (before?.b === "code" && fenceEnd.test(block.text)))
    return isFence ? [] : [block]
  })
}

const makers = {
  heading: ({ level, in: spans }) => h(`h${Math.min(level + 3, 6)}`, {}, inline(spans)),
  text: ({ in: spans }) => h("p", { dir: "auto" }, inline(spans)),
  quote: ({ in: spans }) => h("blockquote", {}, inline(spans)),
  code: ({ lines, language }) => h("div", { class: "code" }, h("pre", { tabindex: 0 }, h("code", {}, lines.join("\n"))),
    h("div", { class: "code-head" }, language && h("span", { class: "quiet" }, language),
      h("button", { type: "button", class: "soft small", onclick: () => navigator.clipboard.writeText(lines.join("\n")).then(() => toast("Copied")) }, "Copy"))),
  rule: () => h("hr"),
  aside: ({ text }) => h("p", { class: "quiet" }, text),
  table: ({ rows, head = 0 }) => h("div", { class: "scrolls", tabindex: 0 }, h("table", {}, rows.map((cells, n) =>
    h("tr", {}, cells.map((cell) => h(n < head ? "th" : "td", {}, inline(cell))))))),
}

function item(block, tick) {
  const { indent = 0, ordered, bullet, box, in: spans } = block
  const element = h("li", {})
  element.style.marginInlineStart = `${Math.min(indent, 8) * 20}px`
  if (box == null) {
    element.append(h("span", { class: "bullet" }, ordered ? bullet : "•"), h("span", {}, inline(spans)))
    return element
  }
  const field = h("input", { type: "checkbox", disabled: !tick, onchange: () => tick(block, field.checked) })
  field.checked = box === "x"
  field.indeterminate = box === "-"
  element.append(h("label", {}, field, h("span", { class: box === "x" ? "ticked" : "" }, inline(spans))))
  return element
}
