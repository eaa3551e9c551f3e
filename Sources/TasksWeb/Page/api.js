/** What the server says no to, or cannot say at all (status 0). */
export class Refusal extends Error {
  /** @param {number} startedAt when the request was made */
  constructor(status, message, startedAt) {
    super(message)
    this.status = status
    this.startedAt = startedAt
  }
  /** True if the same request may succeed later. */
  get isPassing() {
    return this.status === 0 || this.status === 401 || this.status >= 500
  }
}

/** How long a server may be silent before the page says that it is away, in milliseconds. */
const PATIENCE = 1000

/** Hears of servers that are silent. */
export const silence = new EventTarget()

async function request(path, options) {
  const startedAt = performance.timeOrigin + performance.now()
  // A change may have to wait for git.
  const waiting = options.method !== "POST" && setTimeout(() => silence.dispatchEvent(new Event("silent")), PATIENCE)
  let response
  try {
    response = await fetch(path, { ...options, signal: /** @type {any} */ (AbortSignal).timeout(30_000) })
  } catch {
    throw new Refusal(0, "The server cannot be reached.", startedAt)
  } finally {
    clearTimeout(waiting)
  }
  const answer = await response.json().catch(() => null)
  if (!response.ok || !answer) {
    const silent = response.ok ? "the server gave an answer that the page cannot read" : "the server has a problem"
    throw new Refusal(response.ok ? 500 : response.status, sentence(answer?.message ?? silent), startedAt)
  }
  return answer[answer.kind] ?? {}
}

export const sentence = (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replace(/(?<![.!?])$/, ".")

export const ask = (path) => request("/api/" + path, {})

export const tell = (path, body) =>
  request("/api/" + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** An id as the program makes them: 16 characters of Crockford's base32, the first one a letter. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte, place) => (place === 0 ? alphabet[10 + (byte % 22)] : alphabet[byte & 31])).join("")
}
