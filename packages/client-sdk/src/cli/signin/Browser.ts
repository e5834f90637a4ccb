import { createServer } from "node:http"
import type { FleetClient } from "../../createClient.ts"
import type { PortalOptions } from "../../PortalSignIn.ts"
import type { Session } from "../../session/Session.ts"
import { exit, Failure, usageFailure } from "../Failure.ts"
import type { Io } from "../Io.ts"

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

const page = (text: string) => `<!doctype html><meta charset="utf-8"><title>fleet</title><p>${text}</p>`

/** Waits for the browser at the redirect address; answers the whole address that it came with. */
const callback = (redirectUri: string, ready: () => void, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, origin, pathname, port } = new URL(redirectUri)
    const server = createServer((request, response) => {
      const asked = new URL(request.url ?? "/", origin)
      if (asked.pathname !== pathname) return void response.writeHead(404).end()
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" })
      response.end(page("Go back to the terminal; this page can be closed."))
      server.close()
      resolve(asked.href)
    })
    server.once("error", reject)
    signal.addEventListener("abort", () => {
      server.close()
      reject(new Failure("The sign-in was given up.", { code: exit.interrupted }))
    })
    server.listen(Number(port || 80), hostname.replaceAll(/[[\]]/g, ""), ready)
  })

/** Signs in on the portal's page, which sends the browser back to this machine. */
export const signInByBrowser = async (io: Io, fleet: FleetClient, portal: PortalOptions): Promise<Session> => {
  const { hostname, protocol } = new URL(portal.redirectUri)
  if (protocol !== "http:" || !loopback.has(hostname)) {
    throw usageFailure("--browser needs a --redirect-uri on this machine, such as http://127.0.0.1:8976/signed-in.")
  }
  const address = await fleet.auth.portalUrl(portal)
  const given = new AbortController()
  const stop = io.onInterrupt(() => given.abort())
  try {
    const answer = await callback(
      portal.redirectUri,
      () => io.note(`Open this address in a browser:\n\n  ${address}\n`),
      given.signal
    )
    return await fleet.auth.completePortalSignIn(answer)
  } finally {
    stop()
  }
}
