import type { Config } from "@fleet/bridge-protocol/CloudMessages"
import { ApplyError } from "@fleet/domain/Robots"
import { type DeliveredDocument, emptyDocument } from "@fleet/domain/RobotConfig/Document"
import { exposuresOf } from "@fleet/domain/RobotConfig/Exposures"
import { Context, Effect, Layer, Semaphore } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"
import { Cameras } from "../cameras/Cameras.ts"
import { Ffmpeg } from "../cameras/Ffmpeg.ts"
import { DatapointStates } from "../datapoints/DatapointStates.ts"
import { ExternalGoals } from "../jobs/ExternalGoals.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { RobotClock } from "../link/RobotClock.ts"
import { Recorder } from "../recorder/Recorder.ts"
import { wordsOf } from "../wordsOf.ts"
import { checkRunning } from "./Checks.ts"
import { keyOf, type Running, startExposure } from "./Exposed.ts"
import { readDocument } from "./ReadDocument.ts"

type Needs = RosGateway | Outbox | LinkModes | ExternalGoals | Cameras | Ffmpeg | RobotClock | DatapointStates

const kinds = ApplyError.fields.kind.literals
const tooBig = "The configuration is larger than a frame may be: 1 MiB."

/** The configuration that runs. It is kept in memory only: it may hold the credentials of cameras. */
export class Configuration extends Context.Service<
  Configuration,
  {
    readonly doc: () => DeliveredDocument
    /** Starts and stops what differs from the running one, and answers. */
    readonly apply: (config: typeof Config.Type) => Effect.Effect<void>
    /** Answers a version that cannot be read at all. What runs stays. */
    readonly refuse: (version: number) => Effect.Effect<void>
    /** Answers again when what fits the robot has changed since: topics appear, servers restart. */
    readonly recheck: Effect.Effect<void>
    /** The version that runs, and what was last answered to it. */
    readonly state: () => { readonly version: number | null; readonly errors: ReadonlyArray<ApplyError> }
    readonly publisher: (slug: string) => Running["publisher"]
  }
>()("@fleet/bridge/Configuration") {
  static readonly layer = Layer.effect(
    Configuration,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const link = yield* LinkModes
      const recorder = yield* Recorder
      const scope = yield* Effect.scope
      const context = yield* Effect.context<Needs>()
      const lock = yield* Semaphore.make(1)
      const running = new Map<string, Running>()
      /** Exposures that something was thrown at the start of. */
      const broken = new Map<string, ApplyError>()
      let doc = emptyDocument
      let version: number | undefined
      let unreadable: ReadonlyArray<ApplyError> = []
      let answered = ""
      let faults: ReadonlyArray<ApplyError> = []

      const stopExcept = (next: ReadonlyMap<string, string>) =>
        Effect.forEach(
          [...running].filter(([slug, { key }]) => next.get(slug) !== key),
          ([slug, { stop }]) =>
            Effect.andThen(
              stop,
              Effect.sync(() => running.delete(slug))
            ),
          { discard: true }
        )

      const startMissing = Effect.suspend(() =>
        Effect.forEach(
          exposuresOf(doc).filter(({ slug }) => !running.has(slug)),
          (exposure) =>
            startExposure(scope, doc, exposure).pipe(
              Effect.map((started) => {
                running.set(exposure.slug, started)
                broken.delete(exposure.slug)
              }),
              // One that cannot run leaves the others alone.
              Effect.catchDefect((defect) =>
                Effect.sync(() => {
                  const message = `It could not be started: ${wordsOf(defect)}`
                  broken.set(exposure.slug, { kind: exposure.kind, slug: exposure.slug, code: "unknown", message })
                })
              )
            ),
          { discard: true }
        )
      )

      const answer = Effect.fnUntraced(function* (always: boolean) {
        if (version === undefined) return
        const errors = [
          ...unreadable,
          ...broken.values(),
          ...(yield* checkRunning(doc, [...running.values()])),
          ...recorder.faults()
        ]
        faults = errors
        const text = JSON.stringify([version, errors])
        if (!always && text === answered) return
        answered = text
        outbox.send({ type: "config_applied", version, ok: errors.length === 0, errors })
      })

      const inTurn = <A>(effect: Effect.Effect<A, never, Needs>) =>
        lock.withPermits(1)(Effect.provideContext(effect, context))

      return Configuration.of({
        doc: () => doc,
        state: () => ({ version: version ?? null, errors: faults }),
        publisher: (slug) => running.get(slug)?.publisher,
        refuse: (refused) =>
          Effect.sync(() => {
            const errors = kinds.map((kind): ApplyError => ({
              kind,
              slug: "*",
              code: "whole_kind_failed",
              message: tooBig
            }))
            outbox.send({ type: "config_applied", version: refused, ok: false, errors })
          }),
        apply: (config) =>
          inTurn(
            Effect.gen(function* () {
              const read = readDocument(config.doc)
              doc = read.doc
              version = config.version
              unreadable = read.errors
              link.configure(doc.low_bandwidth)
              yield* stopExcept(new Map(exposuresOf(doc).map((exposure) => [exposure.slug, keyOf(doc, exposure)])))
              broken.clear()
              yield* startMissing
              yield* recorder.configure(doc.recorder, config.version)
              yield* answer(true)
            })
          ),
        recheck: inTurn(answer(false))
      })
    })
  )
}
