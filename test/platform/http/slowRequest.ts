import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect, type Socket } from "node:net"

/** Connects to the service and sends a text as it is. */
export const sent = (text: string) =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
    Effect.callback<Socket>((resume) => {
      const { hostname, port } = new URL(base)
      const socket = connect(Number(port), hostname, () => {
        socket.write(text)
        resume(Effect.succeed(socket))
      })
      socket.on("error", () => undefined)
    })
  )

/** The head of a request with a body of nine bytes, but for its end. */
export const refresh =
  "POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"

/** A request whose body does not come, so that it is being answered until its socket goes. */
export const holdRequest = (headers: Readonly<Record<string, string>> = {}) =>
  sent(
    `${refresh}${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n{`
  )
