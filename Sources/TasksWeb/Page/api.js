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

/** Marks an answer that the service worker kept for the time without a server or store; the value says why. */
export const isKept = Symbol("kept")

async function request(path, options) {
  const startedAt = performance.timeOrigin + performance.now()
  let response
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(30_000) })
  } catch {
    throw new Refusal(0, "The server cannot be reached.", startedAt)
  }
  const answer = await response.json().catch(() => null)
  if (!response.ok || !answer) {
    const silent = response.ok ? "the server gave an answer that the page cannot read" : "the server has a problem"
    throw new Refusal(response.ok ? 500 : response.status, sentence(answer?.message ?? silent), startedAt)
  }
  const data = answer[answer.kind] ?? {}
  const kept = response.headers.get("Tasks-Kept")
  if (kept !== null) data[isKept] = decodeURIComponent(kept)
  return data
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
