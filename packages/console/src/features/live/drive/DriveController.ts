import { type FleetClient, FleetError } from "@fleet/sdk"
import { onLetGo, setMoving } from "../../../robot/motion.ts"
import {
  type Axes,
  begin,
  type Cause,
  type Drive,
  type DriveEvent,
  type DriveRules,
  limits,
  type Lock,
  type Phase,
  type Picture,
  step,
  tickMs
} from "./machine.ts"

/** What the pad shows: it changes with presses and locks, never with messages. */
export interface DriveView {
  readonly phase: Phase
  readonly lock: Lock | null
  readonly cause: Cause | null
  readonly isBlind: boolean
  readonly error: unknown
}

/** A link that does not answer for so long while somebody drives is given up, in milliseconds. */
const probeMs = 1200

type Unstamped<Event> = Event extends unknown ? Omit<Event, "atMs"> : never

/** A publisher that is sent messages while somebody holds something. */
export interface HeldPublisher extends DriveRules {
  readonly slug: string
}

/** The machine with a clock, a socket and a picture. */
export class DriveController {
  readonly publisher: HeldPublisher
  /** What is known of the picture that the driver sees; asked at each tick. */
  picture: () => Picture = () => "none"
  /** The parameters of one message; null axes are those that stop. Asked for each message. */
  message: (axes: Axes | null) => Readonly<Record<string, unknown>> = () => ({})
  readonly #fleet: FleetClient
  readonly #robotId: string
  readonly #listeners = new Set<() => void>()
  #drive: Drive = begin(performance.now())
  #view: DriveView = { phase: "no_picture", lock: null, cause: null, isBlind: false, error: null }
  #error: unknown = null

  constructor(fleet: FleetClient, robotId: string, publisher: HeldPublisher) {
    this.#fleet = fleet
    this.#robotId = robotId
    this.publisher = publisher
  }

  get drive(): Drive {
    return this.#drive
  }

  get view(): DriveView {
    return this.#view
  }

  onView(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows the link, the page and the clock until the answer is called; that lets go. */
  start(): () => void {
    const { realtime } = this.#fleet
    const letGo = (cause: Cause) => () => this.release(cause)
    const hide = () => {
      if (document.hidden) this.release("hidden")
    }
    const blur = letGo("blurred")
    this.#on({ type: "link", isConnected: realtime.state === "connected" })
    const leaveLink = realtime.onState((state) => this.#on({ type: "link", isConnected: state === "connected" }))
    const leaveStop = onLetGo(this.#robotId, letGo("stopped"))
    window.addEventListener("blur", blur)
    window.addEventListener("pagehide", blur)
    document.addEventListener("visibilitychange", hide)
    const timer = setInterval(() => this.#tick(), tickMs(this.publisher))
    return () => {
      this.release("blurred")
      this.#giveBack()
      clearInterval(timer)
      leaveLink()
      leaveStop()
      window.removeEventListener("blur", blur)
      window.removeEventListener("pagehide", blur)
      document.removeEventListener("visibilitychange", hide)
    }
  }

  setOnline(isOnline: boolean): void {
    this.#on({ type: "robot", isOnline })
  }

  press(axes: Axes, isBlind: boolean): void {
    this.#error = null
    this.#on({ type: "picture", picture: this.picture() })
    this.#on({ type: "press", axes, isBlind })
  }

  steer(axes: Axes): void {
    this.#on({ type: "steer", axes })
  }

  release(cause: Cause | null): void {
    this.#on({ type: "release", cause })
  }

  reconfigured(): void {
    this.#on({ type: "reconfigured" })
  }

  #tick(): void {
    if (this.#drive.phase === "held" && document.querySelector("dialog[open]") !== null) this.release("blurred")
    this.#on({ type: "picture", picture: this.picture() })
    this.#on({ type: "tick" })
  }

  #on(event: Unstamped<DriveEvent>): void {
    const before = this.#drive
    const [next, send] = step(before, { ...event, atMs: performance.now() } as DriveEvent, this.publisher)
    this.#drive = next
    // A link that is silent is found out now, not by the next heartbeat.
    if (next.cause === "late" && before.cause !== "late")
      void this.#fleet.realtime.probe({ timeoutMs: probeMs }).catch(() => undefined)
    if (send !== null) {
      void this.#fleet
        .robot(this.#robotId)
        .publisher(this.publisher.slug)
        .publish(this.message(send.axes), { atOnce: true })
        .then(
          () => this.#on({ type: "answered", seq: send.seq }),
          (error: unknown) => this.#refused(send.seq, error)
        )
    }
    this.#show()
  }

  /** Ends the hold, so that somebody else may drive at once. */
  #giveBack(): void {
    if (this.#drive.nextSeq === 1 || !this.#drive.isConnected) return
    const publisher = this.#fleet.robot(this.#robotId).publisher(this.publisher.slug)
    void publisher.release().catch(() => undefined)
  }

  #refused(seq: number, error: unknown): void {
    const isBusy = FleetError.is(error) && error.is("publisher_busy")
    if (!isBusy) this.#error = error
    this.#on({ type: "refused", seq, busyMs: isBusy ? Math.max(limits.tick, error.details.retry_after_ms) : null })
  }

  #show(): void {
    const { cause, isBlind, lock, phase } = this.#drive
    setMoving(this.#robotId, phase === "held" || phase === "stopping")
    const shown = this.#view
    if (
      shown.phase === phase &&
      shown.lock === lock &&
      shown.cause === cause &&
      shown.isBlind === isBlind &&
      shown.error === this.#error
    )
      return
    this.#view = { phase, lock, cause, isBlind, error: this.#error }
    for (const listener of this.#listeners) listener()
  }
}
