import { parseJson } from "../parseJson.ts"
import { FleetError } from "../FleetError.ts"
import { backoff } from "../Timing.ts"
import type { ConnectionState, ConnectionStatus } from "./ConnectionStatus.ts"
import type { ClientIdentity, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"

/** The parts of a WebSocket that are used. */
export type WebSocketConstructor = new (
  url: string
) => Pick<WebSocket, "send" | "close" | "readyState" | "addEventListener">

/** A bearer, whose it is where that is known, and when it ends by this machine's clock. */
export interface Credential {
  readonly accessToken: string
  readonly user?: ClientIdentity
  readonly expiresAt: number | null
}

/** Where a connection reports to, and what it asks. */
export interface Connected {
  /** A bearer that is good for at least `goodForMs`. */
  readonly credential: (goodForMs: number) => Promise<Credential>
  /** A credential other than the one that was refused as expired or unknown. */
  readonly renew: ((refused: string) => Promise<string>) | undefined
  readonly onState: (status: Omit<ConnectionStatus, "subscriptions">) => void
  /** The credential was accepted: on a new socket, or on the one that was paused, which goes on with what it was asked. */
  readonly onReady: (isNew: boolean) => void
  /** The credential expired: until the next `onReady` nothing comes, and the service takes nothing but an unsubscribe. */
  readonly onPaused: () => void
  readonly onMessage: (message: RealtimeServerMessage) => void
  /** The socket is gone. Where `fatal` is set it is not tried again. */
  readonly onLost: (fatal: FleetError | undefined) => void
  /** The service ended the session of this bearer. */
  readonly onSessionEnded: (accessToken: string) => void
}

const close = { sessionEnded: 4001, refused: 1008, restarting: 1012, done: 1000 }

/** What a close without a refusal comes from; 0 is that of a socket that was given up. */
const reasonOf = (code: number): string => {
  if (code === close.restarting) return "restarting"
  if (globalThis.navigator?.onLine === false) return "offline"
  return code === 0 ? "silent" : "connection_lost"
}

/** Refusals of a credential after which the same credential may be taken again. */
const passing = new Set(["token_expired", "rate_limited"])

const idOf = ({ app_user_id, developer_id, server_key_id }: ClientIdentity) =>
  app_user_id ?? developer_id ?? server_key_id ?? undefined

/** In milliseconds. Below a socket a network may be gone without a word: who only reads would wait for ever. */
const silence = { askAfter: 30_000, loseAfter: 10_000, loseUnanswered: 75_000 }

/** A longer wait than `setTimeout` takes fires at once. */
const longestTimer = 2_147_483_647

/** Holds one authenticated socket open: connects, renews the credential on it, and comes back after a loss. */
export class Connection {
  readonly #url: string
  readonly #WebSocket: WebSocketConstructor | undefined
  readonly #on: Connected
  #socket: InstanceType<WebSocketConstructor> | undefined
  #status: Omit<ConnectionStatus, "subscriptions"> = { state: "idle", reason: null, retryAt: null }
  #attempt = 0
  #who: string | undefined
  #refusal: FleetError | undefined
  /** Whether the credential was renewed because the service did not know it. */
  #doubted = false
  #credential: Credential = { accessToken: "", expiresAt: null }
  /** The bearer that the socket was shown last. */
  #presented: string | undefined
  #isPaused = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #listening: ReturnType<typeof setTimeout> | undefined
  /** When the last message of the service came, by this machine's clock. */
  #receivedAt = 0

  constructor(baseUrl: string, WebSocket: WebSocketConstructor | undefined, on: Connected) {
    this.#url = `${baseUrl.replace(/^http/, "ws")}/realtime`
    this.#WebSocket = WebSocket
    this.#on = on
  }

  /** Whether what runs here was begun by another person than `person`. */
  belongsToOther(person: ClientIdentity): boolean {
    return this.#who !== undefined && this.#who !== idOf(person)
  }

  get state(): ConnectionState {
    return this.#status.state
  }

  /** Whether the open socket waits for another credential. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Opens the socket unless it is open or on its way. */
  open(): void {
    if (this.state === "idle" || this.state === "closed") void this.#connect()
  }

  /** Lets go of the socket. */
  release(state: "idle" | "closed"): void {
    clearTimeout(this.#timer)
    this.#who = undefined
    this.#drop()
    this.#enter(state, state === "closed" ? state : null)
  }

  send(message: RealtimeClientMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  /** Proves the identity again on the open socket, with a fresh credential. */
  async authenticate(goodForMs = 5000): Promise<void> {
    const socket = this.#socket
    const credential = await this.#on.credential(goodForMs)
    if (socket === undefined || socket !== this.#socket || credential.accessToken === this.#presented) return
    this.#credential = credential
    this.#presented = credential.accessToken
    this.send({ type: "auth", token: credential.accessToken })
  }

  async #connect(): Promise<void> {
    this.#enter("connecting", this.#status.reason)
    this.#refusal = undefined
    let user: ClientIdentity | undefined
    try {
      user = (await this.#on.credential(5000)).user
    } catch (error) {
      if (this.state === "connecting")
        this.#lost(FleetError.is(error) ? (error.is("signed_out") ? error : error.code) : reasonOf(0))
      return
    }
    if (this.state !== "connecting") return
    if (user !== undefined) this.#who = idOf(user)
    const socket = new this.#WebSocket!(this.#url)
    this.#socket = socket
    const loseUnanswered = () => {
      clearTimeout(this.#listening)
      this.#listening = setTimeout(() => this.#onClose(socket, 0), silence.loseUnanswered)
    }
    // The request itself may be lost, and then nothing is ever opened or closed.
    loseUnanswered()
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return
      loseUnanswered()
      void this.authenticate().catch(() => socket.close())
    })
    socket.addEventListener("message", ({ data }) => {
      // One that was given up may still say something before it closes.
      if (socket === this.#socket) this.#receive(parseJson(String(data)) as RealtimeServerMessage)
    })
    socket.addEventListener("close", ({ code }) => this.#onClose(socket, code))
    // A close always follows; without a listener some implementations throw.
    socket.addEventListener("error", () => {})
  }

  #receive(message: RealtimeServerMessage): void {
    this.#receivedAt = Date.now()
    if (message.type === "auth_error") this.#onRefused(message.code, message.message)
    else if (message.type === "auth_ok") {
      this.#who = idOf(message.identity)
      this.#doubted = false
      this.#renewInTime()
      const isNew = this.state !== "connected"
      if (!isNew && !this.#isPaused) return
      this.#isPaused = false
      this.#attempt = 0
      if (isNew) this.#listen(this.#socket!, silence.askAfter)
      this.#enter("connected", null)
      this.#on.onReady(isNew)
    } else this.#on.onMessage(message)
  }

  /** A token that expires under an open socket leaves it a minute for another; any other refusal closes it. */
  #onRefused(code: string, message: string): void {
    const { renew } = this.#on
    if (code === "token_expired" && this.state === "connected" && !this.#isPaused && renew !== undefined) {
      this.#isPaused = true
      this.#on.onPaused()
      void this.#renewExpired(renew, 0)
    } else this.#refusal = new FleetError(code, message)
  }

  async #renewExpired(renew: (refused: string) => Promise<string>, attempt: number): Promise<void> {
    const socket = this.#socket
    try {
      await renew(this.#credential.accessToken)
      await this.authenticate()
    } catch {
      if (socket === undefined || socket !== this.#socket) return
      this.#renewal = setTimeout(() => void this.#renewExpired(renew, attempt + 1), backoff(attempt, 1000, 10_000))
    }
  }

  /** By this machine's clock alone: what the service says of time may be hours away from it. */
  #renewInTime(): void {
    clearTimeout(this.#renewal)
    const { expiresAt } = this.#credential
    if (expiresAt === null) return
    const lead = 20_000
    const left = Math.max(1000, expiresAt - Date.now() - lead)
    this.#renewal = setTimeout(() => void this.authenticate(lead + 5000).catch(() => {}), Math.min(left, longestTimer))
  }

  /** A service that is silent is shown the same credential again, which it answers; one that does not answer is lost. */
  #listen(socket: InstanceType<WebSocketConstructor>, waitMs: number): void {
    clearTimeout(this.#listening)
    this.#listening = setTimeout(() => {
      const leftMs = this.#receivedAt + silence.askAfter - Date.now()
      // Another credential is on its way to a socket that is paused. The service closes it after a minute.
      const isLate = leftMs <= silence.askAfter - silence.loseUnanswered
      if (leftMs > 0 || (this.#isPaused && !isLate)) return this.#listen(socket, Math.max(1000, leftMs))
      if (this.#isPaused) return this.#onClose(socket, 0)
      const receivedAt = this.#receivedAt
      this.send({ type: "auth", token: this.#credential.accessToken })
      this.#listening = setTimeout(() => {
        if (this.#receivedAt === receivedAt) this.#onClose(socket, 0)
        else this.#listen(socket, silence.askAfter)
      }, silence.loseAfter)
    }, waitMs)
  }

  #onClose(socket: InstanceType<WebSocketConstructor>, code: number): void {
    if (socket !== this.#socket) return
    const refusal = this.#refusal
    this.#drop()
    if (code === close.sessionEnded) {
      this.#on.onSessionEnded(this.#credential.accessToken)
      this.#lost(new FleetError("token_revoked", "The session was ended."))
    } else if (this.#on.renew !== undefined && refusal !== undefined && this.#isRenewable(refusal)) {
      this.#doubted = refusal.is("invalid_token")
      const again = () => {
        if (this.state === "connecting" || this.state === "connected") this.#lost(refusal.code)
      }
      void this.#on.renew(this.#credential.accessToken).then(again, again)
    } else if (code === close.refused && refusal !== undefined && !passing.has(refusal.code)) {
      if (refusal.is("token_revoked") || refusal.is("invalid_token"))
        this.#on.onSessionEnded(this.#credential.accessToken)
      this.#lost(refusal)
    } else this.#lost(refusal?.code ?? reasonOf(code))
  }

  /** A service with another signing key knows no access token of before, and renews it like one that expired. */
  #isRenewable(refusal: FleetError): boolean {
    return refusal.is("token_expired") || (refusal.is("invalid_token") && !this.#doubted)
  }

  /** Tries again after a while, or never after an error. */
  #lost(why: string | FleetError): void {
    if (typeof why !== "string") {
      this.#who = undefined
      this.#enter("closed", why.code)
      return this.#on.onLost(why)
    }
    const wait = why === "restarting" ? Math.random() * 1000 : backoff(this.#attempt++, 500, 30_000)
    this.#enter("disconnected", why, new Date(Date.now() + wait))
    this.#on.onLost(undefined)
    if (this.state === "disconnected") this.#timer = setTimeout(() => void this.#connect(), wait)
  }

  #drop(): void {
    clearTimeout(this.#renewal)
    clearTimeout(this.#listening)
    this.#isPaused = false
    this.#presented = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket !== undefined && socket.readyState < 2) socket.close(close.done)
  }

  #enter(state: ConnectionState, reason: string | null, retryAt: Date | null = null): void {
    if (state === this.state) return
    this.#status = { state, reason, retryAt }
    this.#on.onState(this.#status)
  }
}
