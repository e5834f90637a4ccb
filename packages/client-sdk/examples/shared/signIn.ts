import { browserStorage, createClient, FleetError, type FleetClient } from "@fleet/sdk"
import { element } from "./page.ts"

/** The demo's app, of whose users one signs in. */
const app = "demo"

/** The password that `npm start` prints in the address; it is taken out of the bar before it is used. */
const passwordOfAddress = (): string => {
  const password = decodeURIComponent(location.hash.slice(1))
  if (password !== "") history.replaceState(null, "", location.pathname + location.search)
  return password
}

const isSignedIn = async (fleet: FleetClient, credentials: { readonly email: string; readonly password: string }) =>
  (await fleet.auth.signInWithPassword(credentials)).status === "signed_in"

/** Shows the form until somebody has signed in by it. Answers then. */
const ask = (fleet: FleetClient, form: HTMLFormElement): Promise<void> =>
  new Promise((resolve) => {
    const mistake = element("mistake")
    form.hidden = false
    form.addEventListener("submit", async (event) => {
      event.preventDefault()
      const given = new FormData(form)
      mistake.textContent = ""
      try {
        const credentials = { email: String(given.get("email")), password: String(given.get("password")) }
        if (!(await isSignedIn(fleet, credentials))) return
        form.hidden = true
        resolve()
      } catch (error) {
        if (!FleetError.is(error)) throw error
        mistake.textContent =
          error.code === "invalid_credentials" ? "This is not the password of that address." : error.message
      }
    })
  })

/**
 * A client with a session: the one that this browser has, the one that the password in the address brings, or the one of
 * the form `sign-in`. Then `example` is shown.
 */
export const signedIn = async (): Promise<FleetClient> => {
  const fleet = createClient({ baseUrl: location.origin, app, storage: browserStorage() })
  const form = element<HTMLFormElement>("sign-in")
  const password = passwordOfAddress()
  if (password !== "") {
    const { value: email } = form.elements.namedItem("email") as HTMLInputElement
    await isSignedIn(fleet, { email, password }).catch((error) => {
      if (!FleetError.is(error)) throw error
    })
  }
  // A session of a demo that was deleted since ends here.
  await fleet.robots.list().catch(() => undefined)
  if ((await fleet.auth.session()) === null) await ask(fleet, form)
  element("example").hidden = false
  const leave = element<HTMLButtonElement>("sign-out")
  leave.hidden = false
  leave.addEventListener("click", () => void fleet.auth.signOut().then(() => location.reload()))
  return fleet
}
