import { ask, tell } from "./api.js"
import { h } from "./dom.js"

const isToken = (text) => /^[\w-]{32,}$/.test(text)

/** Takes the token out of the address `/#TOKEN`, so that it is neither kept nor seen. */
export function tokenFromAddress() {
  const text = location.hash.slice(1)
  if (!isToken(text)) return null
  history.replaceState(null, "", "/")
  return text
}

/** Signs in with the token of a link, unless this browser is signed in already. */
export async function signInBy(token) {
  try {
    await ask("state")
  } catch (error) {
    if (error.status === 401) await tell("sign-in", { token })
  }
}

/** @param {string} message why one has to sign in again; empty the first time */
export function signInPage(message, done) {
  const field = h("input", { type: "password", id: "token", autocomplete: "current-password", "aria-describedby": "why", required: true })
  const why = h("p", { id: "why", class: "wrong", role: "alert" }, message)
  const button = h("button", { class: "strong" }, "Sign in")
  async function submit(event) {
    event.preventDefault()
    const typed = field.value.trim()
    button.disabled = true
    why.textContent = ""
    try {
      await tell("sign-in", { token: typed.slice(typed.indexOf("#") + 1) })
      done()
    } catch (error) {
      why.textContent = error.message
      field.select()
    } finally {
      button.disabled = false
    }
  }
  return h("main", { class: "sign-in" }, h("img", { src: "icon.svg", alt: "", width: 56, height: 56 }), h("h1", {}, "tasks"),
    h("p", {}, "Sign in once, and this browser stays signed in."),
    h("ol", {}, h("li", {}, "On the machine with your tasks, run ", h("code", {}, "tasks web token add phone"), "."),
      h("li", {}, "Open its link here, or paste the token below.")),
    h("form", { onsubmit: submit }, h("label", { for: "token" }, "Token"), field, why, button))
}
