import { Clock, Effect, type Scope, SubscriptionRef } from "effect"
import { actionPart } from "../ActionParts.ts"
import type { GatewayOffline } from "../GatewayErrors.ts"
import { ActionState } from "./ActionState.ts"
import type { ClientOperation } from "./Operations.ts"
import { probe } from "./Probe.ts"
import type { TypeLookup } from "./TypeLookup.ts"
import type { OpenWire } from "./Wire.ts"

/** A server whose goals run in silence is probed this often; one that is dead, to see it come back. */
const probeEveryMs = 5000

/**
 * The actions somebody here asks for. rosapi lists a dead server for as long as anybody subscribes to its topics, so one
 * whose goals run in silence is probed.
 */
export const makeServers = (
  open: OpenWire,
  send: (operation: ClientOperation) => Effect.Effect<void, GatewayOffline>
) => {
  const states = new Map<string, ActionState>()
  let listed: ReadonlySet<string> = new Set()

  const say = (operations: ReadonlyArray<ClientOperation>) =>
    Effect.forEach(operations, (operation) => Effect.ignore(send(operation)), { discard: true })

  /** Brings what is known and subscribed in line with whether the server is there. */
  const settle = Effect.fnUntraced(function* (state: ActionState) {
    const isThere = listed.has(state.action) && !state.isDead
    if (!isThere) {
      yield* say(state.unsubscribe())
      yield* SubscriptionRef.set(state.goals, undefined)
    } else {
      if (!state.isPresent) state.lastMessageMs = yield* Clock.currentTimeMillis
      yield* say(state.subscribe())
    }
    yield* SubscriptionRef.set(state.topicState, isThere ? "live" : "pending")
    if (state.isPresent !== isThere) yield* SubscriptionRef.set(state.present, isThere)
  })

  const settleAll = Effect.suspend(() => Effect.forEach(states.values(), settle, { discard: true }))

  /** Asks a server whether it lives; its list is taken as well. */
  const check = Effect.fnUntraced(function* (state: ActionState) {
    state.lastProbeMs = yield* Clock.currentTimeMillis
    const answer = yield* probe(open, state.action)
    if (answer === undefined) return
    state.isDead = !answer.isAlive
    const now = yield* Clock.currentTimeMillis
    if (answer.isAlive) state.lastMessageMs = now
    yield* settle(state)
    if (answer.isAlive && answer.status !== undefined) state.hearStatus(answer.status, now)
  })

  const release = (state: ActionState) =>
    Effect.suspend(() => {
      state.users -= 1
      if (state.users > 0) return Effect.void
      states.delete(state.action)
      return say(state.unsubscribe())
    })

  return {
    /** The state of an action, kept for as long as the scope is open. A type says how its feedback is to be read. */
    use: (action: string, type?: string): Effect.Effect<ActionState, never, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          const state = states.get(action) ?? new ActionState(action)
          states.set(action, state)
          state.users += 1
          if (type !== undefined) state.types.add(type)
          return Effect.as(settle(state), state)
        }),
        release
      ),
    check,
    isListed: (action: string) => listed.has(action),
    listed: (): ReadonlySet<string> => listed,
    /** The types that are asked for, for an action whose own type the robot does not tell. */
    typesOf: (action: string): ReadonlyArray<string> => [...(states.get(action)?.types ?? [])],
    onListed: (actions: ReadonlyArray<string>) =>
      Effect.suspend(() => {
        listed = new Set(actions)
        return settleAll
      }),
    onPublish: (topic: string, msg: unknown, nowMs: number): boolean => {
      const [, action = "", part] = /^(.*)(\/_action\/(?:status|feedback))$/.exec(topic) ?? []
      if (part === undefined) return false
      if (part === actionPart.status) states.get(action)?.hearStatus(msg, nowMs)
      else states.get(action)?.hearFeedback(msg, nowMs)
      return true
    },
    /** Asks for the definitions of what actions answer, where these were not asked for. */
    describe: (details: TypeLookup["details"]) =>
      Effect.suspend(() =>
        Effect.forEach(
          Array.from(states.values()).filter(({ action, parts }) => parts === undefined && listed.has(action)),
          Effect.fnUntraced(function* (state) {
            const [type] = state.types
            if (type === undefined) return
            const result = yield* details("action_result", type)
            state.parts = { result, feedback: yield* details("action_feedback", type) }
          }),
          { discard: true }
        )
      ),
    /** Probes those for whom it is time. */
    watch: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = Array.from(states.values()).filter(
        (state) =>
          listed.has(state.action) &&
          now - state.lastProbeMs >= probeEveryMs &&
          (state.isDead || (state.isRunning && now - state.lastMessageMs >= probeEveryMs))
      )
      yield* Effect.forEach(due, check, { concurrency: 4, discard: true })
    }),
    onClose: Effect.suspend(() => {
      listed = new Set()
      for (const state of states.values()) {
        state.parts = undefined
        state.forgetSubscriptions()
        state.isDead = false
      }
      return settleAll
    }),
    /** What is kept: actions, and goals sent from here. */
    size: () => ({
      actions: states.size,
      goals: Array.from(states.values()).reduce((sum, state) => sum + state.own.size, 0)
    })
  }
}
export type Servers = ReturnType<typeof makeServers>
