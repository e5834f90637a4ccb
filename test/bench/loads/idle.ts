import { answer } from "../support/Answers.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"

interface Asked {
  readonly url: string
  readonly token: string
  readonly count: number
  readonly atOnce: number
}

const opened: Array<RawWebSocket> = []

/** Opens sockets that authenticate and then stay silent. */
const open = async ({ atOnce, count, token, url }: Asked) => {
  const auth = JSON.stringify({ type: "auth", token })
  const began = performance.now()
  const sockets = await many(count, atOnce, async () => {
    const socket = await RawWebSocket.open(`${url.replace("http", "ws")}/realtime`)
    socket.send(auth)
    await socket.next((text) => text.includes(`"auth_ok"`))
    return socket
  })
  opened.push(...sockets)
  return { seconds: (performance.now() - began) / 1000 }
}

const close = () => {
  for (const socket of opened.splice(0)) socket.close()
}

answer({}, { open, close })
