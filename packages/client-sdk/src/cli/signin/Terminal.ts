import type { FleetClient } from "../../createClient.ts"
import { FleetError } from "../../FleetError.ts"
import type { PortalOptions } from "../../PortalSignIn.ts"
import type { Session } from "../../session/Session.ts"
import { exit, Failure } from "../Failure.ts"
import type { Io } from "../Io.ts"

interface Envelope {
  readonly code?: string
  readonly message?: string
  readonly details?: { readonly attempts_left?: number }
}

interface Next extends Envelope {
  readonly next?: string
  readonly redirect_to?: string
}

const needsBrowser = (what: string) =>
  new Failure(`${what} That needs a browser.`, {
    code: exit.notAllowed,
    hint: "Use `fleet login --browser --redirect-uri http://127.0.0.1:8976/signed-in`."
  })

/** One sign-in at the portal, as a browser of its own. */
class Interaction {
  readonly #origin: string
  readonly #id: string
  readonly #cookie: string

  constructor(origin: string, id: string, cookie: string) {
    this.#origin = origin
    this.#id = id
    this.#cookie = cookie
  }

  static async begin(authorizeUrl: string): Promise<Interaction> {
    const { origin } = new URL(authorizeUrl)
    const answer = await fetch(authorizeUrl, { redirect: "manual", headers: { accept: "application/json" } })
    const location = answer.headers.get("location")
    if (answer.status !== 302 || location === null) {
      const { error_description: why } = (await answer.json().catch(() => ({}))) as { error_description?: string }
      throw new Failure(`The sign-in portal refused: ${why ?? `status ${answer.status}`}`, {
        code: exit.notAllowed,
        hint: "Give --redirect-uri one of the service's CONSOLE_REDIRECTS, and --portal its PORTAL_URL."
      })
    }
    const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0])
    return new Interaction(origin, new URL(location, origin).pathname.split("/").at(-1)!, cookie.join("; "))
  }

  async step(name: string, body: object): Promise<Next> {
    const answer = await fetch(`${this.#origin}/console/oauth/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: this.#cookie },
      body: JSON.stringify({ interaction: this.#id, ...body })
    })
    const parsed = (await answer.json().catch(() => ({}))) as Next
    if (answer.ok) return parsed
    throw new FleetError(parsed.code ?? "invalid_answer", parsed.message ?? `The portal answered ${answer.status}.`, {
      status: answer.status,
      details: parsed.details
    })
  }
}

/** Asks again while a code is wrong and tries are left. */
const untilRight = async (io: Io, attempt: () => Promise<Next>): Promise<Next> => {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!FleetError.is(error) || !error.is("invalid_code")) throw error
      const left = error.details?.attempts_left
      io.note(`That code is not right${left === undefined ? "" : `; tries left: ${left}`}.`)
      if (left === 0) throw error
    }
  }
}

/** Signs in by questions in the terminal: address, mailed code, authenticator or recovery code. */
export const signInHere = async (io: Io, fleet: FleetClient, portal: PortalOptions): Promise<Session> => {
  let reached
  try {
    reached = await Interaction.begin(await fleet.auth.portalUrl(portal))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new FleetError("network_error", "The sign-in portal could not be reached.", { cause: error })
  }
  const interaction = reached
  await interaction.step("identify", { email: await io.ask("E-mail address: ") })
  io.note("If the address has an account, a code of six digits is on its way to it.")
  let at = await untilRight(io, async () => interaction.step("code", { code: await io.ask("Code: ") }))
  if (at.next?.includes("/two-factor/setup") === true)
    throw needsBrowser("Your organisation wants a second factor set up first.")
  if (at.next?.includes("/two-factor") === true) {
    at = await untilRight(io, async () => {
      const proof = await io.ask("Authenticator code or recovery code (a passkey needs --browser): ")
      return interaction.step("two-factor", /^\d{6}$/.test(proof) ? { code: proof } : { recovery_code: proof })
    })
  }
  if (at.redirect_to === undefined) throw needsBrowser("There is another step in this sign-in.")
  return fleet.auth.completePortalSignIn(at.redirect_to)
}
