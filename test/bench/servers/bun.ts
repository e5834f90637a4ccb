import { answer } from "../support/Answers.ts"
import { memory } from "./memory.ts"

/** Bun's own WebSocket server with its own topics; Bun runs this file. */
interface Data {
  readonly topic: string
  readonly publishes: boolean
}

interface Socket {
  readonly data: Data
  readonly subscribe: (topic: string) => void
}

interface BunServer {
  readonly port: number
  readonly upgrade: (request: Request, options: { readonly data: Data }) => boolean
  readonly publish: (topic: string, message: string) => number
}

declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request, server: BunServer) => Response | undefined
    readonly websocket: {
      readonly open: (socket: Socket) => void
      readonly message: (socket: Socket, message: string) => void
      readonly perMessageDeflate: boolean
      readonly idleTimeout: number
      readonly backpressureLimit: number
    }
  }) => BunServer
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request, upgrading) => {
    const { pathname, searchParams } = new URL(request.url)
    const data = { topic: searchParams.get("topic") ?? "all", publishes: pathname === "/publish" }
    return upgrading.upgrade(request, { data }) ? undefined : new Response(null, { status: 400 })
  },
  websocket: {
    open: (socket) => {
      if (!socket.data.publishes) socket.subscribe(socket.data.topic)
    },
    message: ({ data }, message) => {
      if (data.publishes) server.publish(data.topic, message)
    },
    perMessageDeflate: false,
    idleTimeout: 0,
    backpressureLimit: 64 * 1024 * 1024
  }
})
answer({ url: `ws://127.0.0.1:${server.port}` }, { memory })
