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

/** How long a server may be silent before the page says that it is away, in milliseconds; a change may wait for git. */
const PATIENCE = { GET: 1000, POST: 3000 }
/** A server that has answered so short a while ago is slow, not away. */
const RECENT = 2500

/** Hears of servers that are silent. */
export const silence = new EventTarget()
let answeredAt = -RECENT

/** Tells of silence once it has lasted; returns what ends the wait. */
function listening(patience) {
  let timer = setTimeout(function tell() {
    const left = answeredAt + RECENT - performance.now()
    if (left <= 0) silence.dispatchEvent(new Event("silent"))
    else timer = setTimeout(tell, left)
  }, patience)
  return () => clearTimeout(timer)
}

async function request(path, options) {
  const startedAt = performance.timeOrigin + performance.now()
  const heard = listening(PATIENCE[options.method] ?? PATIENCE.GET)
  let response
  try {
    response = await fetch(path, { ...options, signal: /** @type {any} */ (AbortSignal).timeout(30_000) })
    answeredAt = performance.now()
  } catch {
    throw new Refusal(0, "The server cannot be reached.", startedAt)
  } finally {
    heard()
  }
  const answer = await response.json().catch(() => null)
  // A portal, a proxy or another program at the same address decides nothing.
  if (answer?.schema !== 1 || typeof answer.kind !== "string") throw new Refusal(502, "What answers at this address is not the server of these tasks.", startedAt)
  if (!response.ok) throw new Refusal(response.status, sentence(answer.message ?? "the server has a problem"), startedAt)
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
