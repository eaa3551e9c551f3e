const EDGE = 72
const calm = matchMedia("(prefers-reduced-motion: reduce)")

/**
 * Lets rows be moved by their grips: by mouse, pen or touch, or by the arrow keys. The rows stay where they are in
 * the document while one is dragged; those between are only drawn shifted.
 * @param {HTMLElement} container
 * @param {{drop: (row: HTMLElement, beside: {before?: string, after?: string}, said: string) => void,
 *   step: (row: HTMLElement, by: number) => void, end: () => void}} actions
 */
export function draggable(container, actions) {
  container.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip")
    if (grip && event.button === 0) drag(grip, event, actions)
  })
  container.addEventListener("keydown", (event) => {
    if (!event.target.closest(".grip") || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    event.preventDefault()
    event.stopPropagation()
    actions.step(event.target.closest(".task"), event.key === "ArrowUp" ? -1 : 1)
  })
}

function drag(grip, start, { drop, end }) {
  const row = grip.closest(".task")
  const rows = [...row.parentElement.children]
  const from = rows.indexOf(row)
  const startY = start.clientY + scrollY
  let y = start.clientY
  let to = from
  let isLifted = false
  let frame = 0

  const bottom = (each) => each.offsetTop + each.offsetHeight
  const bounds = [rows[0].offsetTop - row.offsetTop, bottom(rows.at(-1)) - bottom(row)]

  function place() {
    const shift = Math.min(Math.max(y + scrollY - startY, bounds[0] - 12), bounds[1] + 12)
    row.style.transform = `translateY(${shift}px)`
    const top = row.offsetTop + shift
    let next = from
    while (next < rows.length - 1 && top + row.offsetHeight > middle(rows[next + 1])) next += 1
    while (next > 0 && top < middle(rows[next - 1])) next -= 1
    if (next !== to) shiftRows(to, (to = next))
  }

  const middle = (each) => each.offsetTop + each.offsetHeight / 2

  function shiftRows(old, now) {
    for (let n = Math.min(old, now, from); n <= Math.max(old, now, from); n += 1) {
      if (n === from) continue
      const by = n > from && n <= now ? -row.offsetHeight : n < from && n >= now ? row.offsetHeight : 0
      rows[n].style.transform = by ? `translateY(${by}px)` : ""
    }
  }

  /** Scrolls while the pointer is near an edge. */
  function tick() {
    const below = y - (innerHeight - EDGE - 56)
    const above = EDGE + 40 - y
    const by = below > 0 ? below : above > 0 ? -above : 0
    if (by) {
      scrollBy(0, by / 5)
      place()
    }
    frame = requestAnimationFrame(tick)
  }

  function moved(event) {
    y = event.clientY
    if (!isLifted) {
      if (Math.abs(y + scrollY - startY) < 4) return
      isLifted = true
      row.classList.add("lifted")
      row.parentElement.classList.toggle("dragging", !calm.matches)
      frame = requestAnimationFrame(tick)
    }
    place()
  }

  function finish(drops) {
    cancelAnimationFrame(frame)
    listening.abort()
    row.parentElement.classList.remove("dragging")
    row.classList.remove("lifted")
    for (const each of rows) each.style.transform = ""
    grip.focus({ preventScroll: true })
    if (!drops || to === from) return end()
    const beside = to > from ? { after: rows[to].row.id } : { before: rows[to].row.id }
    drop(row, beside, `${row.row.title}: ${to + 1} of ${rows.length}`)
  }

  const listening = new AbortController()
  const { signal } = listening
  start.preventDefault()
  grip.setPointerCapture(start.pointerId)
  grip.addEventListener("pointermove", moved, { signal })
  grip.addEventListener("pointerup", () => finish(isLifted), { signal })
  grip.addEventListener("pointercancel", () => finish(false), { signal })
  addEventListener("keydown", (event) => event.key === "Escape" && (event.preventDefault(), finish(false)), { signal, capture: true })
}
