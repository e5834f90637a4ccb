import { WebSocket } from "ws"
import { type Kernel, Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"
import { baseUrl } from "./Cloud.ts"
import { simFetch } from "./simFetch.ts"

/** Whether its reader may be sent something of a slug. */
export type MayHear = (robotId: string, slug: string) => boolean

/** What may be sent to a window; one that is closed keeps its own until its connection is gone. */
export interface Audience {
  mayHear: MayHear
}

/** A plain socket that shows a credential once and goes on listening for as long as it is let: it never gives up itself. */
export class Window {
  private readonly kernel: Kernel
  private readonly net: SimNet
  private readonly name: string
  private opened = 0
  process: Process
  audience: Audience = { mayHear: () => true }
  /** What it was signed in with; null where it is closed. */
  refreshToken: string | null = null
  accessToken: string | null = null
  isOpen = false

  constructor(kernel: Kernel, net: SimNet, name: string) {
    this.kernel = kernel
    this.net = net
    this.name = name
    this.process = new Process(`${name} 0`)
  }

  /** A new window, which has shown nothing yet. */
  begin(mayHear: MayHear): void {
    this.process = new Process(`${this.name} ${++this.opened}`)
    this.audience = { mayHear }
    this.isOpen = true
    this.refreshToken = null
    this.accessToken = null
  }

  close(): void {
    this.kernel.note(`${this.process.name}: closed`)
    this.process.alive = false
    this.net.crash(this.process, 2_000)
    this.isOpen = false
  }

  /** Listens to these slugs, each `robot/slug`. */
  listen(token: string, slugs: ReadonlyArray<string>): void {
    const { process } = this
    this.kernel.post(process, () => {
      const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/realtime`)
      const send = (frame: object) => socket.send(JSON.stringify(frame))
      socket.on("open", () => {
        send({ type: "auth", token })
        for (const each of slugs) {
          const [robot_id, slug] = each.split("/")
          send({ type: "subscribe", robot_id, slug })
        }
      })
      socket.on("error", () => undefined)
      socket.on("close", (code) => this.kernel.note(`${process.name}: socket closed ${code}`))
    })
  }

  /** Asks over REST; `then` hears the answer, or null where none came. */
  ask(
    method: string,
    path: string,
    { body, token }: { readonly body?: unknown; readonly token?: string },
    then: (status: number | null, body: unknown) => void
  ): void {
    const { process } = this
    const answered = async (answer: Response) => {
      const text = await answer.text()
      this.kernel.note(`${process.name}: ${method} ${path}: ${answer.status}`)
      then(answer.status, text === "" ? null : (JSON.parse(text) as unknown))
    }
    this.kernel.post(process, () => {
      simFetch(this.net, process)(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000)
      }).then(answered, () => then(null, null))
    })
  }
}
