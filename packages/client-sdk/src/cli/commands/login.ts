import { readFile } from "node:fs/promises"
import type { SessionTokens } from "../../types.gen.ts"
import type { Command, Context } from "../Command.ts"
import { findUrl, rememberUrl, sessionClient } from "../Connection.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import { signInByBrowser } from "../signin/Browser.ts"
import { signInHere } from "../signin/Terminal.ts"

/** Tokens that another program was issued. Without a known end the access token is renewed at its first use. */
const readTokens = async ({ io }: Context, file: string): Promise<SessionTokens> => {
  const text = file === "-" ? await io.readAll() : await readFile(file, "utf8")
  let tokens: Partial<SessionTokens>
  try {
    tokens = JSON.parse(text) as Partial<SessionTokens>
  } catch {
    throw new Failure(`${file} is not JSON.`)
  }
  const { access_token, expires_in = 0, refresh_token } = tokens
  if (typeof access_token !== "string" || typeof refresh_token !== "string") {
    throw new Failure(`${file} holds no access_token and refresh_token.`)
  }
  return { access_token, refresh_token, expires_in, token_type: "Bearer" }
}

export const login: Command = {
  name: "login",
  args: "",
  minArgs: 0,
  maxArgs: 0,
  about: "Sign in as a developer; the session is kept in a file that only you can read.",
  details:
    "Asks for your e-mail address, the code that is mailed to you, and your second factor. A passkey needs a browser:\n" +
    "with --browser you sign in there, and --redirect-uri is a loopback address such as http://127.0.0.1:8976/signed-in.\n" +
    "The service must know the redirect address: its operator lists it in CONSOLE_REDIRECTS.",
  options: {
    browser: { about: "Sign in on the portal's page" },
    "redirect-uri": { value: "<address>", about: "One that the service knows; by default <address>/signed-in" },
    portal: { value: "<address>", about: "The sign-in portal, where it is not at the service's own address" },
    tokens: { value: "<file>", about: "Take over a session: JSON with access_token and refresh_token, - for stdin" }
  },
  run: async (context) => {
    const { has, io, text } = context
    const baseUrl = await findUrl(io, context)
    if (baseUrl === undefined) throw usageFailure("fleet login needs --url <address>.")
    const redirectUri = text("redirect-uri") ?? `${new URL(baseUrl).origin}/signed-in`
    const portalUrl = text("portal")
    const portal = { redirectUri, ...(portalUrl === undefined ? {} : { portalUrl }) }
    const tokens = text("tokens")
    using fleet = sessionClient(io, baseUrl)
    const session =
      tokens !== undefined
        ? await fleet.auth.useTokens(await readTokens(context, tokens))
        : has("browser")
          ? await signInByBrowser(io, fleet, portal)
          : await signInHere(io, fleet, portal)
    await rememberUrl(io, baseUrl)
    io.note(`Signed in to ${baseUrl} as ${session.user.email}.`)
    return exit.done
  }
}
