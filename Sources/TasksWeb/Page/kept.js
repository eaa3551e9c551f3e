/** The last answers of the server, kept in this browser (IndexedDB) for the time without it. */

const NAME = "tasks"
const MOST_KEPT = 400

let opened

function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore("answers")
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  }))
}

/** Runs `body` on the answers; nothing where the browser keeps no data. */
async function answers(mode, body) {
  try {
    const request = body((await database()).transaction("answers", mode).objectStore("answers"))
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    return undefined
  }
}

/** @returns {Promise<{data: any, at: number} | undefined>} an answer, and when it was asked for */
export async function recall(path) {
  const text = await answers("readonly", (store) => store.get(path))
  return text && JSON.parse(text)
}

/** Keeps an answer, as text: that is read several times faster than thousands of small objects. */
export async function keep(path, answer) {
  await answers("readwrite", (store) => store.put(JSON.stringify(answer), path))
  const count = await answers("readonly", (store) => store.count())
  if (!(count > MOST_KEPT)) return
  // The state and the copy come first in no order of use; single tasks are many and dispensable.
  const keys = await answers("readonly", (store) => store.getAllKeys())
  for (const key of keys.filter((each) => each.includes("?")).slice(0, count - MOST_KEPT + 50)) await answers("readwrite", (store) => store.delete(key))
}

export const forgetAnswers = () => answers("readwrite", (store) => store.clear())
