import { createClient, type FleetClient } from "@fleet/sdk"
import { WebSocket } from "ws"
import { type Kernel, Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"
import { baseUrl } from "./Cloud.ts"
import { simFetch } from "./simFetch.ts"

// The SDK loads these routes with the first call of one: what is read from a disk takes real time, not the simulation's.
await import("../../../packages/client-sdk/src/otherRoutes.gen.ts")

/** Who an app user is, and how it signs in. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly app: string
}

/** An app user with the SDK, as a process: a page that is opened and closed. */
export class UserActor {
  readonly person: Person
  private readonly kernel: Kernel
  private readonly net: SimNet
  process: Process
  private opened = 0
  client: FleetClient | null = null
  isSignedIn = false
  /** Ends of its subscriptions, by `robot/slug`. */
  readonly subscriptions = new Map<string, () => void>()
  /** The newest value that the SDK gave, by `robot/slug`. */
  readonly newest = new Map<string, unknown>()
  /** The number of its last message to a publisher: no other message has it. */
  private said: number
  /** Hears which job a cancel went to, and at which step of the simulation it was asked for. */
  onCancelled: (jobId: string, step: number) => void = () => undefined

  constructor(kernel: Kernel, net: SimNet, person: Person, firstNumber: number) {
    this.said = firstNumber
    this.kernel = kernel
    this.net = net
    this.person = person
    this.process = new Process(`${person.name} 0`)
  }

  /** Opens a page without a session. */
  open(): void {
    const process = new Process(`${this.person.name} ${++this.opened}`)
    this.process = process
    this.isSignedIn = false
    this.subscriptions.clear()
    this.newest.clear()
    this.client = createClient({
      baseUrl,
      app: this.person.app,
      fetch: simFetch(this.net, process),
      WebSocket: WebSocket as unknown as NonNullable<Parameters<typeof createClient>[0]["WebSocket"]>
    })
  }

  /** The page is gone: nothing of it runs again. */
  kill(): void {
    this.kernel.note(`${this.process.name}: page closed`)
    this.process.alive = false
    this.net.crash(this.process, 2_000)
    this.client = null
  }

  signIn(): void {
    const { email, password } = this.person
    this.act("sign in", async (client) => {
      const step = await client.auth.signInWithPassword({ email, password })
      this.isSignedIn = step.status === "signed_in"
      return step.status
    })
  }

  signOut(): void {
    this.isSignedIn = false
    this.act("sign out", (client) => client.auth.signOut())
  }

  subscribe(robotId: string, slug: string): void {
    const key = `${robotId}/${slug}`
    if (this.subscriptions.has(key)) return
    this.subscriptions.set(key, () => undefined)
    this.act(`subscribe ${slug}`, async (client) => {
      const subscription = client.robot(robotId).datapoint(slug).subscribe()
      this.subscriptions.set(key, () => subscription.close())
      subscription.on(
        ({ value }) => void this.newest.set(key, value),
        (error) => {
          this.kernel.note(`${this.process.name}: subscription of ${slug} ended: ${error.code}`)
          this.subscriptions.delete(key)
          this.newest.delete(key)
        }
      )
    })
  }

  unsubscribe(robotId: string, slug: string): void {
    const key = `${robotId}/${slug}`
    const stop = this.subscriptions.get(key)
    this.subscriptions.delete(key)
    this.newest.delete(key)
    if (stop !== undefined) this.act(`unsubscribe ${slug}`, async () => stop())
  }

  start(robotId: string, slug: string, via: "rest" | "realtime", params: Record<string, unknown> = {}): void {
    this.act(`start ${slug} over ${via}`, async (client) => {
      const handle = await client.robot(robotId).action(slug).start(params, { via })
      return `job ${handle.id}`
    })
  }

  call(robotId: string, slug: string, via: "rest" | "realtime"): void {
    this.act(`call ${slug} over ${via}`, (client) => client.robot(robotId).service(slug).call({}, { via }))
  }

  cancel(robotId: string, slug: string): void {
    this.act(`cancel ${slug}`, async (client) => {
      const { steps } = this.kernel
      const job = await client.robot(robotId).action(slug).cancel()
      if (job !== null) this.onCancelled(job.id, steps)
    })
  }

  /** Sends a few messages at once, each with the next number. */
  publish(robotId: string, slug: string, count: number): void {
    for (let sent = 0; sent < count; sent++) {
      const speed = ++this.said
      this.act(`publish ${speed}`, (client) => client.robot(robotId).publisher(slug).publish({ speed }))
    }
  }

  private act(name: string, deed: (client: FleetClient) => Promise<unknown>): void {
    const { client, process } = this
    if (client === null) return
    const note = (outcome: string) => this.kernel.note(`${process.name}: ${name}: ${outcome}`)
    this.kernel.post(process, () => {
      deed(client).then(
        (answer) => note(typeof answer === "string" ? answer : "done"),
        (error: { readonly code?: string }) => note(error.code ?? String(error))
      )
    })
  }
}
