import { Effect } from "effect"
import { createServer } from "node:net"

/** A port of the address that nobody listens on now; 0 where the address cannot be listened on at all. */
export const freePort = (host: string): Effect.Effect<number> =>
  Effect.callback((resume) => {
    const probe = createServer()
    probe.once("error", () => resume(Effect.succeed(0)))
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      probe.close(() => resume(Effect.succeed(port)))
    })
  })
