import { Effect } from "effect"
import { createServer } from "node:net"

/** A free port of the address; 0 where the address cannot be listened on. */
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
