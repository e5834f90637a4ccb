import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { Clock, Effect } from "effect"
import type { Simulator } from "../simulator/Simulator.ts"
import type { BridgeMessageOf, ScriptedCloud } from "./ScriptedCloud.ts"
import { Broken } from "./Verdicts.ts"

const lookEvery = "10 millis"
/** Twice the longest wait before an attempt. */
const returnMs = 65_000
/** Answers that need no time at the robot. */
const promptMs = 8000

/** What a run is given. */
export interface KitSettings {
  readonly token: string
  /** The simulated mobile robot beneath the bridge. */
  readonly robot: Simulator | undefined
  /** Ends the bridge and starts it again. */
  readonly restart: Effect.Effect<void> | undefined
  /** How many times as long answers may take, for a computer that is busy with other things; 1 where it is left out. */
  readonly patience?: number
}

/** Calls have a patience of two minutes, which lateness may not use up. */
const longestLagMs = 60_000

/** What scripts are written with: the cloud, and ways to wait for the bridge. */
export class Kit {
  readonly cloud: ScriptedCloud
  readonly settings: KitSettings
  #version = 0

  constructor(cloud: ScriptedCloud, settings: KitSettings) {
    this.cloud = cloud
    this.settings = settings
  }

  /** The simulated robot, which is there for rules that need it. */
  get robot(): Simulator {
    return this.settings.robot!
  }

  /** Fails with these words. */
  broken(message: string): Effect.Effect<never, Broken> {
    return Effect.fail(new Broken({ message }))
  }

  /** Fails with these words unless something is so. */
  must(isSo: boolean, message: string): Effect.Effect<void, Broken> {
    return isSo ? Effect.void : this.broken(message)
  }

  /** A time in which something comes, or must not come, at a computer as busy as this one. */
  patient(ms: number): number {
    return ms * (this.settings.patience ?? 1)
  }

  /** Waits until there is something to see; fails with what was expected. */
  until<A>(what: string, look: () => A | undefined | false, promptlyMs = promptMs): Effect.Effect<A, Broken> {
    const ms = this.patient(promptlyMs)
    return Effect.gen(function* () {
      const endMs = (yield* Clock.currentTimeMillis) + ms
      while (true) {
        const found = look()
        if (found !== undefined && found !== false) return found
        if ((yield* Clock.currentTimeMillis) >= endMs) {
          return yield* new Broken({ message: `There was no ${what} within ${ms / 1000} s.` })
        }
        yield* Effect.sleep(lookEvery)
      }
    })
  }

  /** A place in the record of frames: what comes from now on. */
  get mark(): number {
    return this.cloud.frames.length
  }

  /** The first message of a type after a mark that fits. */
  sees<Type extends BridgeMessage["type"]>(
    type: Type,
    from: number,
    fits: (message: BridgeMessageOf<Type>) => boolean = () => true,
    ms = promptMs
  ): Effect.Effect<BridgeMessageOf<Type>, Broken> {
    return this.until(`${type} that fits`, () => this.cloud.all(type, from).find(fits), ms)
  }

  /** An open session, for which a bridge that lost one may take its longest wait. */
  get connected(): Effect.Effect<void, Broken> {
    return Effect.flatMap(
      this.until(
        "hello of the bridge",
        () => (this.cloud.acceptedForMs === undefined ? this.#oddHello : "none"),
        returnMs
      ),
      (odd) => this.must(odd === "none", `The first frame of a connection breaks the contract: ${odd}`)
    )
  }

  /** The first frame of the newest connection, if it is no message of the contract. */
  get #oddHello(): string | undefined {
    const first = this.cloud.frames.find(({ session }) => session === this.cloud.session)
    return first === undefined || first.message !== undefined ? undefined : first.text
  }

  /** Lets the session grow old enough for the waits between attempts to begin anew. */
  get steady(): Effect.Effect<void, Broken> {
    return Effect.asVoid(this.until("session of 11 s", () => (this.cloud.acceptedForMs ?? 0) >= 11_000, returnMs))
  }

  /** Ends the session and waits for the next hello. */
  reconnect(code = 1012): Effect.Effect<void, Broken> {
    return Effect.gen({ self: this }, function* () {
      const { session } = this.cloud
      this.cloud.close(code)
      yield* this.until("new connection", () => this.cloud.session > session, returnMs)
      yield* this.connected
    })
  }

  /** Publishes a document, which forces the normal mode unless it says otherwise. Answers with its version. */
  publish(doc: object): number {
    const version = ++this.#version
    this.cloud.send({ type: "config", version, doc: { platform: 1, low_bandwidth: { mode: "off" }, ...doc } })
    return version
  }

  /** Publishes a document and waits for the answer. */
  configure(doc: object): Effect.Effect<BridgeMessageOf<"config_applied">, Broken> {
    return Effect.suspend(() => {
      const from = this.mark
      const version = this.publish(doc)
      return this.sees("config_applied", from, (answer) => answer.version === version)
    })
  }

  /**
   * Makes the robot late by so much, and by up to a minute at a busy computer, while something runs. What it still has to
   * say comes before anything after it.
   */
  late<A, E>(ms: number, effect: Effect.Effect<A, E>): Effect.Effect<A, E> {
    const lag_ms = Math.min(this.patient(ms), longestLagMs)
    const punctual = Effect.andThen(this.robot.change({ lag_ms: 0 }), Effect.sleep(lag_ms))
    return Effect.andThen(this.robot.change({ lag_ms }), Effect.ensuring(effect, punctual))
  }

  /** Whether the bridge still answers pings on this session. */
  get isAlive(): Effect.Effect<void, Broken> {
    return Effect.gen({ self: this }, function* () {
      const from = this.mark
      const ts_ms = yield* Clock.currentTimeMillis
      this.cloud.send({ type: "ping", ts_ms, latency_ms: null, lag_ms: this.cloud.lagMs })
      yield* this.sees("pong", from, (pong) => pong.ts_ms === ts_ms)
    })
  }
}
