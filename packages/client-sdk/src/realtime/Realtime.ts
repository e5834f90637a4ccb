import { FleetError } from "../FleetError.ts"
import type { ClientIdentity, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import { Channels, type FrameSink, type Topic } from "./Channels.ts"
import { type Command, type CommandResult, Commands } from "./Commands.ts"
import type { OrgEventGap, OrgEvents, OrgEventSink } from "./OrgEvents.ts"
import type { Connected } from "./Connected.ts"
import { Connection, type WebSocketConstructor } from "./Connection.ts"
import type { ConnectionState, ConnectionStatus } from "./ConnectionStatus.ts"
import { ClockKeeper } from "./ServiceClock.ts"

/** How long an unused socket stays open, in milliseconds. */
const linger = 2000

/** How a resource fares from now on, or that its record is gone. */
export type HealthChange = Extract<
  RealtimeServerMessage,
  { readonly type: "resource_health" | "resource_health_cleared" }
>

/** A reader of the health of resources. */
interface HealthSink {
  readonly next: (change: HealthChange) => void
  readonly gap: ((gap: OrgEventGap) => void) | undefined
}

/** The client's one socket: opened when something needs it, closed soon after nothing does. */
export class Realtime {
  readonly #connection: Connection
  readonly #channels: Channels
  readonly #commands: Commands
  readonly #baseUrl: string
  readonly #send: (message: RealtimeClientMessage) => boolean
  /** Loaded with the first reader of events. */
  #orgEvents: OrgEvents | undefined
  readonly #eventSinks = new Set<OrgEventSink>()
  readonly #listeners = new Set<(status: ConnectionStatus) => void>()
  #status: ConnectionStatus = { state: "idle", reason: null, retryAt: null, roundTripMs: null, subscriptions: 0 }
  readonly clock = new ClockKeeper(() => this.probe())
  readonly #health = new Set<HealthSink>()
  #linger: ReturnType<typeof setTimeout> | undefined
  readonly #canConnect: boolean
  #closed = false

  constructor(
    baseUrl: string,
    WebSocket: WebSocketConstructor | undefined,
    session: Pick<Connected, "credential" | "renew" | "onSessionEnded" | "heartbeatMs" | "onFrame">
  ) {
    this.#send = (message) => {
      const { isPaused, state } = this.#connection
      if (state !== "connected" || (isPaused && !message.type.endsWith("unsubscribe"))) return false
      return this.#connection.send(message)
    }
    this.#baseUrl = baseUrl
    this.#channels = new Channels(baseUrl, this.#send)
    this.#commands = new Commands(baseUrl, this.#send)
    this.#canConnect = WebSocket !== undefined
    this.#connection = new Connection(baseUrl, WebSocket, {
      ...session,
      clock: this.clock,
      onState: (status) => this.#become(status),
      onReady: (isNew) => {
        this.#channels.resume(isNew)
        this.#orgEvents?.resume(isNew)
        if (isNew) this.#missHealth({ since: null, dropped: null })
        this.#commands.flush()
      },
      onMessage: (message) => this.#receive(message),
      onLost: (fatal) => {
        this.#commands.lose(fatal)
        if (fatal !== undefined) this.#fail(fatal)
      }
    })
  }

  get state(): ConnectionState {
    return this.#connection.state
  }

  /** The state, why it is so, and when the next try begins; the same object until something of it changes. */
  get status(): ConnectionStatus {
    return this.#status
  }

  /** What is subscribed of robots now, in the order in which it was: as many as `status.subscriptions` counts. */
  get subscriptions(): ReadonlyArray<Topic> {
    return this.#channels.topics
  }

  /** Calls back on each change of `state`. Answers how to stop. */
  onState(listener: (state: ConnectionState) => void): () => void {
    let { state } = this.#status
    return this.onStatus((status) => {
      if (status.state !== state) listener((state = status.state))
    })
  }

  /** Calls back on each change of `status`. Answers how to stop. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * How long the service takes to answer now, in milliseconds; opens the socket where none is open. Where nothing comes
   * within `timeoutMs`, 5000 by default, the socket is given up for another: fails with `connection_lost`, or with `timeout`
   * where none could be opened.
   */
  async probe({ timeoutMs = 5000 }: { readonly timeoutMs?: number } = {}): Promise<number> {
    this.#need()
    try {
      return await this.#connection.probe(timeoutMs)
    } finally {
      this.#rest()
    }
  }

  /** Calls back with each change of a resource's health, and where some may be missing. Answers how to stop. */
  onHealth(next: HealthSink["next"], gap?: HealthSink["gap"]): () => void {
    return this.#join(() => {
      const sink = { next, gap }
      this.#health.add(sink)
      return () => this.#health.delete(sink)
    })
  }

  /** Follows a topic. Answers how to stop. */
  follow(topic: Topic, sink: FrameSink): () => void {
    return this.#join(() => {
      const leave = this.#channels.join(topic, sink)
      this.#count()
      return () => {
        leave()
        this.#count()
      }
    })
  }

  /** Follows the organisation's events. Answers how to stop. */
  followEvents(sink: OrgEventSink): () => void {
    return this.#join(() => {
      let leave = () => {}
      this.#eventSinks.add(sink)
      void import("./OrgEvents.ts").then(
        ({ OrgEvents }) => {
          this.#orgEvents ??= new OrgEvents(this.#send)
          if (this.#eventSinks.has(sink)) leave = this.#orgEvents.join(sink)
        },
        (cause: unknown) => sink.fail(new FleetError("network_error", String(cause), { cause }))
      )
      return () => {
        this.#eventSinks.delete(sink)
        leave()
      }
    })
  }

  /** Sends a command and waits for its answer; `connection_lost` where the socket closes before that. */
  async command(command: Command, signal?: AbortSignal, atOnce?: boolean): Promise<CommandResult> {
    this.#need()
    try {
      return await this.#commands.issue(command, signal, atOnce)
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
    this.#fail(error)
  }

  #become(change: Partial<ConnectionStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener(this.#status)
  }

  #count(): void {
    const { size } = this.#channels
    if (size !== this.#status.subscriptions) this.#become({ subscriptions: size })
  }

  #fail(error: FleetError): void {
    this.#channels.fail(error)
    this.#count()
    this.#failEvents(error)
  }

  #missHealth(gap: OrgEventGap): void {
    for (const sink of this.#health) sink.gap?.(gap)
  }

  #failEvents(error: FleetError): void {
    this.#orgEvents?.fail(error)
    for (const sink of this.#eventSinks) sink.fail(error)
  }

  #join(join: () => () => unknown): () => void {
    this.#need()
    const leave = join()
    return () => {
      leave()
      this.#rest()
    }
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
    const { size } = this.#channels
    if (this.#closed || size + this.#commands.size + this.#health.size + this.#eventSinks.size > 0) return
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
        for (const { next } of this.#health) next(message)
        return
      case "org_event_dropped":
        // One with a position is of events alone.
        if (message.position === undefined)
          this.#missHealth({ since: new Date(message.since_ms), dropped: message.dropped })
        return this.#orgEvents?.receive(message)
      case "org_event":
      case "org_event_replay":
        return this.#orgEvents?.receive(message)
      case "error":
        // Only a question for events is answered so.
        if (message.code === "forbidden")
          this.#failEvents(new FleetError(message.code, message.message, { baseUrl: this.#baseUrl }))
        else if (message.code === "not_authenticated") this.#orgEvents?.postpone()
        return
      case "subscribe_error":
        if (message.code === "not_authenticated" && this.#connection.isPaused) return this.#channels.postpone(message)
        this.#channels.refuse(message)
        return this.#count()
      case "command_result":
        if (message.code === "not_authenticated" && this.#connection.isPaused) return this.#commands.postpone(message)
        return this.#commands.answer(message)
    }
  }
}
