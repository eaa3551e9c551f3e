import { sentence, tell } from "./api.js"
import { change } from "./queue.js"
import { failed } from "./state.js"
import { hide, toast } from "./toast.js"

/** What can be taken back, newest last. */
const past = []

/**
 * Makes a change, says so and offers to take it back.
 * @param {any} body of `/api/do`
 * @param {string} said what the toast says; empty for changes that one sees anyhow
 * @param {string} about what was typed or the task's title, for the case that the change is refused
 */
export async function act(body, said, about = "", ...actions) {
  const made = change(body, about)
  past.push(made)
  if (said) toast(said, { name: "Undo", run: undoLast }, ...actions)
  const answer = await made.answer
  if (answer?.warning) toast(sentence(answer.warning), { name: "Undo", run: made.undo })
  return answer
}

export async function undoLast() {
  const last = past.pop()
  hide()
  if (last) {
    last.undo()
    return toast("Undone")
  }
  try {
    toast(sentence((await tell("do", { do: "undo" })).message))
  } catch (error) {
    toast(error.message)
    failed(error)
  }
}

export function toggleDone(row) {
  const was = { state: row.state, at: (row.dates ?? []).map((date) => date.at) }
  const to = row.done ? "reopen" : "done"
  return act({ do: "state", id: row.id, to, was }, `${row.done ? "Reopened" : "Done"}: ${row.title}`, row.title)
}

export const deleteTask = (row) => act({ do: "delete", id: row.id }, `Deleted: ${row.title}`, row.title)

export const restoreTask = (row) => act({ do: "restore", id: row.id }, `Restored: ${row.title}`, row.title)

export function rename(row, text) {
  const title = text.trim()
  if (!title || title === row.title) return
  return act({ do: "title", id: row.id, text: title, was: row.title }, "Title changed", title)
}
