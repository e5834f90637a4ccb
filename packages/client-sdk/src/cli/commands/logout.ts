import type { Command } from "../Command.ts"
import { findUrl, rememberUrl, sessionClient } from "../Connection.ts"
import { exit } from "../Failure.ts"

export const logout: Command = {
  name: "logout",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "End the session, here and at the service.",
  options: {},
  run: async ({ io, ...given }) => {
    const baseUrl = await findUrl(io, given)
    if (baseUrl === undefined) {
      io.note("Nobody was signed in.")
      return exit.done
    }
    using fleet = sessionClient(io, baseUrl)
    const session = await fleet.auth.session()
    await fleet.auth.signOut()
    await rememberUrl(io, undefined)
    io.note(session === null ? `Nobody was signed in to ${baseUrl}.` : `Signed out of ${baseUrl}.`)
    return exit.done
  }
}
