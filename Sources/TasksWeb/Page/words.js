/**
 * A line of quick-add with words added to it; a note after a slash stays its end.
 * @param {string} line
 * @param {string} words
 */
export function withWords(line, words) {
  const note = line.search(/(^|\s)\/(\s|$)/)
  const head = (note < 0 ? line : line.slice(0, note)).trim()
  return [head, words].filter(Boolean).join(" ") + (note < 0 ? "" : line.slice(note))
}
