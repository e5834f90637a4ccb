import { parseJson } from "../parseJson.ts"
import { FleetError } from "../FleetError.ts"
import { reportFrame } from "../Reports.ts"
import { backoff } from "../Timing.ts"
import type { ConnectionState, LinkStatus } from "./ConnectionStatus.ts"
import { Heartbeat } from "./Heartbeat.ts"
import { isOffline, onNetworkChange } from "./network.ts"
import type { ClientIdentity, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import type { Connected, Credential } from "./Connected.ts"

/** The parts of a WebSocket that are used. */
export type WebSocketConstructor = new (
  url: string
) => Pick<WebSocket, "send" | "close" | "readyState" | "addEventListener">

const close = { sessionEnded: 4001, refused: 1008, restarting: 1012, done: 1000 }

/** What a close without a refusal comes from; 0 is that of a socket that was given up. */
const reasonOf = (code: number): string => {
  if (code === close.restarting) return "restarting"
  if (isOffline()) return "offline"
  return code === 0 ? "silent" : "connection_lost"
}

/** Refusals of a credential after which the same credential may be taken again. */
const passing = new Set(["token_expired", "rate_limited"])

const idOf = ({ app_user_id, developer_id, server_key_id }: ClientIdentity) =>
  app_user_id ?? developer_id ?? server_key_id ?? undefined

const isOpen = 1

/** After so long without an answer a socket that is being opened is given up, in milliseconds. */
const loseUnopened = 75_000

/** A longer wait than `setTimeout` takes fires at once. */
const longestTimer = 2_147_483_647

/** Holds one authenticated socket open: connects, renews the credential on it, and comes back after a loss. */
export class Connection {
  readonly #url: string
  readonly #WebSocket: WebSocketConstructor | undefined
  readonly #on: Connected
  #socket: InstanceType<WebSocketConstructor> | undefined
  #status: LinkStatus = { state: "idle", reason: null, retryAt: null, roundTripMs: null }
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
  #opening: ReturnType<typeof setTimeout> | undefined
  #ignoreNetwork: (() => void) | undefined
  readonly #heartbeat: Heartbeat
  /** When the credential was shown last, by `performance.now()`. */
  #shownMs = 0

  constructor(baseUrl: string, WebSocket: WebSocketConstructor | undefined, on: Connected) {
    this.#url = `${baseUrl.replace(/^http/, "ws")}/realtime`
    this.#WebSocket = WebSocket
    this.#on = on
    this.#heartbeat = new Heartbeat(on.heartbeatMs, {
      ask: (request_id) => this.send({ type: "time", request_id }),
      onSilent: () => this.#onClose(this.#socket!, 0),
      onAnswer: (roundTripMs) => this.#become({ ...this.#status, roundTripMs })
    })
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
    if (this.state !== "idle" && this.state !== "closed") return
    this.#ignoreNetwork ??= onNetworkChange((isOnline, patienceMs) => this.#onNetwork(isOnline, patienceMs))
    void this.#connect()
  }

  /** Lets go of the socket. */
  release(state: "idle" | "closed"): void {
    clearTimeout(this.#timer)
    this.#leaveNetwork()
    this.#who = undefined
    this.#drop()
    this.#enter(state, state === "closed" ? state : null)
  }

  /** Whether it was sent: a browser writes an error of what is given to a socket that is closing. */
  send(message: RealtimeClientMessage): boolean {
    if (this.#socket?.readyState !== isOpen) return false
    const text = JSON.stringify(message)
    this.#socket.send(text)
    const { onFrame } = this.#on
    if (onFrame !== undefined) reportFrame(onFrame, "sent", text, message)
    return true
  }

  /** How long the service takes to answer, in milliseconds. Without an answer within `timeoutMs` the socket is given up. */
  probe(timeoutMs: number): Promise<number> {
    return this.#heartbeat.probe(timeoutMs)
  }

  /** Proves the identity again on the open socket, with a fresh credential. */
  async authenticate(goodForMs = 5000): Promise<void> {
    const socket = this.#socket
    const credential = await this.#on.credential(goodForMs)
    if (socket === undefined || socket !== this.#socket || credential.accessToken === this.#presented) return
    this.#credential = credential
    this.#presented = credential.accessToken
    this.#shownMs = performance.now()
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
    const loseLater = () => {
      clearTimeout(this.#opening)
      this.#opening = setTimeout(() => this.#onClose(socket, 0), loseUnopened)
    }
    // The request itself may be lost, and then nothing is ever opened or closed.
    loseLater()
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return
      loseLater()
      void this.authenticate().catch(() => socket.close())
    })
    socket.addEventListener("message", ({ data }) => {
      // One that was given up may still say something before it closes.
      if (socket !== this.#socket) return
      const text = String(data)
      const message = parseJson(text) as RealtimeServerMessage
      const { onFrame } = this.#on
      if (onFrame !== undefined) reportFrame(onFrame, "received", text, message)
      this.#receive(message)
    })
    socket.addEventListener("close", ({ code }) => this.#onClose(socket, code))
    // A close always follows; without a listener some implementations throw.
    socket.addEventListener("error", () => {})
  }

  #receive(message: RealtimeServerMessage): void {
    this.#heartbeat.received()
    if (message.type === "auth_error") this.#onRefused(message.code, message.message)
    else if (message.type === "auth_ok") {
      this.#who = idOf(message.identity)
      this.#doubted = false
      this.#on.clock.take(message.server_ms, this.#shownMs)
      this.#renewInTime()
      const isNew = this.state !== "connected"
      if (!isNew && !this.#isPaused) return
      this.#isPaused = false
      this.#attempt = 0
      clearTimeout(this.#opening)
      this.#enter("connected", null)
      if (isNew) this.#heartbeat.start()
      this.#on.onReady(isNew)
    } else if (message.type === "time") {
      const sentMs = this.#heartbeat.answered(message.request_id)
      if (sentMs !== undefined) this.#on.clock.take(message.server_ms, sentMs)
    } else this.#on.onMessage(message)
  }

  /** A token that expires under an open socket leaves it a minute for another; any other refusal closes it. */
  #onRefused(code: string, message: string): void {
    const { renew } = this.#on
    if (code === "token_expired" && this.state === "connected" && !this.#isPaused && renew !== undefined) {
      this.#isPaused = true
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

  /** What a browser says of the network is a reason to look, no more: services on this machine need none. */
  #onNetwork(isOnline: boolean, patienceMs: number): void {
    this.#heartbeat.ask(patienceMs)
    if (!isOnline || this.state !== "disconnected") return
    clearTimeout(this.#timer)
    this.#attempt = 0
    void this.#connect()
  }

  #leaveNetwork(): void {
    this.#ignoreNetwork?.()
    this.#ignoreNetwork = undefined
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
      this.#leaveNetwork()
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
    clearTimeout(this.#opening)
    this.#heartbeat.stop()
    this.#isPaused = false
    this.#presented = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket !== undefined && socket.readyState < 2) socket.close(close.done)
  }

  #enter(state: ConnectionState, reason: string | null, retryAt: Date | null = null): void {
    if (state !== this.state) this.#become({ state, reason, retryAt, roundTripMs: null })
  }

  #become(status: LinkStatus): void {
    this.#status = status
    this.#on.onState(status)
  }
}
