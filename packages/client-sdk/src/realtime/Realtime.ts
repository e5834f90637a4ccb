import { FleetError } from "../FleetError.ts"
import type { ClientIdentity, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import { Channels, type FrameSink, type Topic } from "./Channels.ts"
import { type Command, type CommandResult, Commands } from "./Commands.ts"
import { type Connected, Connection, type ConnectionState, type WebSocketConstructor } from "./Connection.ts"

/** How long an unused socket stays open, in milliseconds. */
const linger = 2000

/** How a resource fares from now on, or that its record is gone. */
export type HealthChange = Extract<
  RealtimeServerMessage,
  { readonly type: "resource_health" | "resource_health_cleared" }
>

/** The client's one socket: opened when something needs it, closed soon after nothing does. */
export class Realtime {
  readonly #connection: Connection
  readonly #channels: Channels
  readonly #commands: Commands
  readonly #listeners = new Set<(state: ConnectionState) => void>()
  readonly #health = new Set<(change: HealthChange) => void>()
  #linger: ReturnType<typeof setTimeout> | undefined
  readonly #canConnect: boolean
  #closed = false

  constructor(
    baseUrl: string,
    WebSocket: WebSocketConstructor | undefined,
    session: Pick<Connected, "credential" | "renew" | "onSessionEnded">
  ) {
    const sendWhenOpen = (message: RealtimeClientMessage) => {
      const { isPaused, state } = this.#connection
      if (state !== "connected" || (isPaused && !message.type.endsWith("unsubscribe"))) return false
      this.#connection.send(message)
      return true
    }
    this.#channels = new Channels(sendWhenOpen)
    this.#commands = new Commands(sendWhenOpen)
    this.#canConnect = WebSocket !== undefined
    this.#connection = new Connection(baseUrl, WebSocket, {
      ...session,
      onState: (state) => {
        for (const listener of this.#listeners) listener(state)
      },
      onReady: (isNew) => {
        this.#channels.resume(isNew)
        this.#commands.flush()
      },
      onPaused: () => this.#commands.pause(),
      onMessage: (message) => this.#receive(message),
      onLost: (fatal) => {
        this.#commands.lose(fatal)
        if (fatal !== undefined) this.#channels.fail(fatal)
      }
    })
  }

  get state(): ConnectionState {
    return this.#connection.state
  }

  /** Calls back on each change of `state`. Answers how to stop. */
  onState(listener: (state: ConnectionState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls back with each change of a resource's health. Answers how to stop. */
  onHealth(listener: (change: HealthChange) => void): () => void {
    this.#need()
    this.#health.add(listener)
    return () => {
      this.#health.delete(listener)
      this.#rest()
    }
  }

  /** Follows a topic. Answers how to stop. */
  follow(topic: Topic, sink: FrameSink): () => void {
    this.#need()
    const leave = this.#channels.join(topic, sink)
    return () => {
      leave()
      this.#rest()
    }
  }

  /** Sends a command and waits for its answer; `connection_lost` where the socket closes before that. */
  async command(command: Command, signal?: AbortSignal): Promise<CommandResult> {
    this.#need()
    try {
      return await this.#commands.issue(command, signal)
    } finally {
      this.#rest()
    }
  }

  /** Tells the service of a renewed credential, where a socket is open. What another person began ends. */
  renewed(person: ClientIdentity): void {
    if (this.#connection.belongsToOther(person))
      this.end(new FleetError("signed_out", "Somebody else signed in."), false)
    else if (this.state === "connected") void this.#connection.authenticate().catch(() => {})
  }

  /** Ends everything that runs over the socket. */
  end(error: FleetError, closed: boolean): void {
    this.#closed ||= closed
    clearTimeout(this.#linger)
    if (closed || this.state !== "closed") this.#connection.release(closed ? "closed" : "idle")
    this.#commands.lose(error)
    this.#channels.fail(error)
  }

  #need(): void {
    if (this.#closed) throw new FleetError("closed", "The client is closed.")
    if (!this.#canConnect)
      throw new TypeError(
        "There is no WebSocket here: run `npm install ws`, use Node 22 or newer, or give createClient a `WebSocket`."
      )
    clearTimeout(this.#linger)
    this.#connection.open()
  }

  #rest(): void {
    clearTimeout(this.#linger)
    if (this.#closed || this.#channels.size + this.#commands.size + this.#health.size > 0) return
    this.#linger = setTimeout(() => this.#connection.release("idle"), linger)
  }

  #receive(message: RealtimeServerMessage): void {
    switch (message.type) {
      case "datapoint":
      case "job":
      case "presence":
        return this.#channels.receive(message)
      case "resource_health":
      case "resource_health_cleared":
        for (const listener of this.#health) listener(message)
        return
      case "subscribe_error":
        return message.code === "not_authenticated" && this.#connection.isPaused
          ? this.#channels.postpone(message)
          : this.#channels.refuse(message)
      case "command_result":
        return this.#commands.answer(message)
    }
  }
}
