import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { generous as generousPortal } from "../../identity/developers/portal/world.ts"
import { testAppWithMail } from "../../support/MailSink.ts"
import { withoutMcpLimits } from "../../support/mcp.ts"
import { generous as generousSignIns } from "../../support/signIn.ts"
import { Watching } from "../../support/Work.ts"

/** A port for the service, and its address: one origin for its pages, its API and its endpoints. */
export const freeOrigin = Effect.map(freePort("127.0.0.1"), (port) => ({ port, origin: `http://localhost:${port}` }))

/** The whole service where clients and browsers find it, which may fetch documents from the loopback interface. */
export const peerApp = ({ origin, port }: Effect.Success<typeof freeOrigin>) =>
  testAppWithMail({
    port,
    baseUrl: origin,
    portalUrl: origin,
    consoleOrigin: origin,
    outboundAllow: ["127.0.0.0/8"],
    rateLimits: { ...generousSignIns, ...generousPortal, ...withoutMcpLimits }
  }).pipe(Layer.provide(Watching))

/** Where a client listens for the browser to come back, until the scope closes. */
export const callback = Effect.gen(function* () {
  const arrived: Array<URL> = []
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    arrived.push(new URL(request.url!, `http://127.0.0.1:${port}`))
    response.setHeader("content-type", "text/plain").end("You may close this tab.")
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/callback`,
    /** Takes what the browser last came back with. */
    take: () => arrived.splice(0).findLast(({ pathname }) => pathname === "/callback")
  }
})
