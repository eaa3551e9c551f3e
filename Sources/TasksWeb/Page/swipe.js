/** How far a row is moved before letting go acts, in pixels. */
const ENOUGH = 88

/**
 * Lets rows be swiped with a finger: to the right finishes a task, to the left asks for another day.
 * @param {HTMLElement} container
 * @param {{finish: (row: HTMLElement) => void, later: (row: HTMLElement) => void}} actions
 */
export function swipeable(container, { finish, later }) {
  container.addEventListener("pointerdown", (start) => {
    const row = start.target.closest(".task, .entry[data-id]")
    if (start.pointerType === "mouse" || !row || start.target.closest(".grip, .box, input, textarea") || row.hasAttribute("data-deleted")) return
    const line = row.querySelector(".line")
    let by = 0
    const moved = (event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY]
      if (!by && Math.abs(x) < 12) return
      if (!by && Math.abs(y) > Math.abs(x)) return end()
      by = x
      row.dataset.swipe = x > 0 ? "finish" : "later"
      row.toggleAttribute("data-far", Math.abs(x) > ENOUGH)
      line.style.transform = `translateX(${x}px)`
    }
    /** @param {Event} [event] */
    const end = (event) => {
      listening.abort()
      line.style.transform = ""
      delete row.dataset.swipe
      row.removeAttribute("data-far")
      if (!by || event?.type !== "pointerup") return
      if (by > ENOUGH) finish(row)
      if (by < -ENOUGH) later(row)
    }
    const listening = new AbortController()
    const { signal } = listening
    addEventListener("pointermove", moved, { signal })
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { signal })
  })
}
