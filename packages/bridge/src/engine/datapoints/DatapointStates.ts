import { Clock, Context, Effect, Layer, type Scope } from "effect"
import { Outbox, type SampleDrop } from "../../cloud/Outbox.ts"
import { DatapointState, type Fault } from "./DatapointState.ts"

const maxMessage = 200

/** What a datapoint's reader says of its messages. Synchronous: it is called on the way of each. */
export interface DatapointReports {
  /** A message became a sample. */
  readonly passed: () => void
  /** A message did not: `code` and the words say why. */
  readonly failed: (code: Fault["code"], message: string) => void
  /** The topic cannot be read at all, until this is called again. */
  readonly unreadable: (fault: Fault | undefined) => void
}

const wordsOf = (drop: Exclude<SampleDrop, { readonly kind: "too_large" }>): string =>
  drop.kind === "replaced"
    ? "The link takes fewer samples than there are: newer ones replaced those that waited."
    : `Samples were dropped: at most ${drop.capacity} are kept while the cloud cannot be reached.`

/** Tells the cloud which datapoints' samples do not reach it, and why. */
export class DatapointStates extends Context.Service<
  DatapointStates,
  {
    /** Watches one datapoint until the scope closes. */
    readonly open: (slug: string) => Effect.Effect<DatapointReports, never, Scope.Scope>
    /** The cloud has accepted a hello. */
    readonly connected: () => void
    /** Tells what changed; called each second. */
    readonly tick: () => void
  }
>()("@fleet/bridge/DatapointStates") {
  static readonly layer = Layer.effect(
    DatapointStates,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const clock = yield* Clock.Clock
      const states = new Map<string, DatapointState>()
      const now = () => clock.currentTimeMillisUnsafe()

      const tell = (slug: string, state: DatapointState) => {
        if (!outbox.attached) return
        const at_ms = now()
        const fault = state.toTell(at_ms)
        if (fault === undefined) return
        const error = fault === null ? null : { code: fault.code, message: fault.message.slice(0, maxMessage) }
        outbox.send({ type: "datapoint_state", slug, state: fault === null ? "ok" : "failed", error, at_ms })
      }

      outbox.onDrop = (slug, drop) => {
        const state = states.get(slug)
        if (state === undefined) return
        if (drop.kind === "too_large") {
          const message = `A sample of ${drop.bytes} bytes was dropped: a frame takes at most ${drop.limit} bytes.`
          state.failed({ code: "too_large", message }, now())
        } else state.slowed(wordsOf(drop), now())
        tell(slug, state)
      }

      return DatapointStates.of({
        open: (slug) =>
          Effect.acquireRelease(
            Effect.sync((): DatapointReports => {
              const state = new DatapointState(now())
              states.set(slug, state)
              return {
                passed: () => void (state.hasPassed = true),
                failed: (code, message) => {
                  if (code === "throttled") state.slowed(message, now())
                  else state.failed({ code, message }, now())
                  tell(slug, state)
                },
                unreadable: (fault) => {
                  state.unreadable = fault
                  tell(slug, state)
                }
              }
            }),
            () => Effect.sync(() => states.delete(slug))
          ),
        connected: () => {
          for (const state of states.values()) state.connected(now())
          for (const [slug, state] of states) tell(slug, state)
        },
        tick: () => {
          for (const [slug, state] of states) tell(slug, state)
        }
      })
    })
  )
}
