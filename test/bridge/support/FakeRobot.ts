import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import type { RosType } from "@fleet/bridge/ros/RosType"
import { Deferred, Effect, Layer, SubscriptionRef } from "effect"
import {
  type CallError,
  type CancelAnswer,
  type GatewayStatus,
  type GoalId,
  type GoalResult,
  type GoalStatus,
  RosGateway,
  type RosMessage,
  type SubscriptionState
} from "@fleet/bridge/ros/RosGateway"
import { GatewayOffline, NotAdvertised } from "@fleet/bridge/ros/GatewayErrors"

type Listener = (message: RosMessage, receivedAtMs: number) => void
type Goals = ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>

const anyType: RosType = { name: "demo/msg/Any", fields: [], nested: new Map() }

/** A robot behind the gateway's interface, played by the test. */
export class FakeRobot {
  /** Whoever subscribes to one of these topics throws. */
  readonly broken = new Set<string>()
  /** What a message that is published does first. */
  onPublish: Effect.Effect<void> = Effect.void
  /** Messages of these topics cannot be read. */
  readonly unfit = new Set<string>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #onStatus = new Set<(goals: Goals) => void>()
  readonly #onFeedback = new Set<(goalId: GoalId, feedback: unknown) => void>()
  readonly #results = new Map<GoalId, Deferred.Deferred<GoalResult, CallError>>()
  readonly status = Effect.runSync(
    SubscriptionRef.make<GatewayStatus>({
      connected: true,
      distro: "humble",
      capabilities: ["services", "clientPublish"]
    })
  )
  readonly present = Effect.runSync(SubscriptionRef.make(true))
  readonly topicState = Effect.runSync(SubscriptionRef.make<SubscriptionState>("live"))
  readonly subscribed: Array<string> = []
  readonly published: Array<{ readonly topic: string; readonly message: unknown }> = []
  readonly goals: Array<{ readonly goalId: GoalId; readonly goal: unknown }> = []
  readonly canceled: Array<GoalId> = []
  decoded = 0
  graph: RosGraph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
  definitions: ReadonlyArray<TypeDefinition> = []
  answerGoal: Effect.Effect<{ readonly accepted: boolean }, CallError> = Effect.succeed({ accepted: true })
  answerCall: Effect.Effect<unknown, CallError> = Effect.succeed({ success: true })
  answerCancel: (goalId: GoalId) => Effect.Effect<CancelAnswer, CallError> = (goalId) =>
    Effect.succeed({ returnCode: 0, goalsCanceling: [goalId] })

  /** Sends a message; `payload` is what it is in bytes. An error is thrown where it is decoded. */
  emit(
    topic: string,
    message: unknown,
    atMs: number,
    payload = new Uint8Array(),
    type = anyType,
    receivedAtMs = atMs
  ): void {
    const decode = () => {
      this.decoded += 1
      if (message instanceof Error) throw message
      return this.unfit.has(topic) ? undefined : message
    }
    for (const listener of this.#listeners.get(topic) ?? []) {
      listener({ timestampMs: atMs, decode, type, payload }, receivedAtMs)
    }
  }

  /** How many listen to a topic. */
  listeners(topic: string): number {
    return this.#listeners.get(topic)?.size ?? 0
  }

  list(goals: Goals): void {
    for (const listener of this.#onStatus) listener(goals)
  }

  feedback(goalId: GoalId, feedback: unknown): void {
    for (const listener of this.#onFeedback) listener(goalId, feedback)
  }

  result(goalId: GoalId): Deferred.Deferred<GoalResult, CallError> {
    const known = this.#results.get(goalId) ?? Deferred.makeUnsafe<GoalResult, CallError>()
    this.#results.set(goalId, known)
    return known
  }

  finish(goalId: GoalId, status: GoalStatus, result: unknown = {}): void {
    Deferred.doneUnsafe(this.result(goalId), Effect.succeed({ status, result }))
  }

  #failResults(error: CallError): void {
    for (const [goalId, result] of this.#results) {
      this.#results.delete(goalId)
      Deferred.doneUnsafe(result, Effect.fail(error))
    }
    Effect.runSync(SubscriptionRef.set(this.present, false))
  }

  /** The actions' servers die; what they knew dies with them. */
  killServers(): void {
    this.#failResults(new NotAdvertised({ name: "/dock", message: "nobody offers /dock" }))
  }

  /** The actions' servers are there. They list nothing by themselves. */
  startServers(): void {
    Effect.runSync(SubscriptionRef.set(this.present, true))
  }

  /** The connection to the robot breaks: every open question fails. */
  disconnect(): void {
    this.#failResults(new GatewayOffline({ message: "gone" }))
    Effect.runSync(SubscriptionRef.set(this.status, { connected: false, distro: null, capabilities: [] }))
  }

  reconnect(): void {
    Effect.runSync(
      SubscriptionRef.set(this.status, {
        connected: true,
        distro: "humble",
        capabilities: ["services", "clientPublish"]
      })
    )
    Effect.runSync(SubscriptionRef.set(this.present, true))
  }

  #listen<A>(listeners: Set<A>, listener: A) {
    return Effect.acquireRelease(
      Effect.sync(() => {
        listeners.add(listener)
        return { state: this.topicState }
      }),
      () => Effect.sync(() => listeners.delete(listener))
    )
  }

  readonly layer = Layer.sync(RosGateway, () =>
    RosGateway.of({
      status: this.status,
      subscribe: (topic, _type, listener) => {
        if (this.broken.has(topic)) throw new Error(`${topic} broke`)
        this.subscribed.push(topic)
        const listeners = this.#listeners.get(topic) ?? new Set<Listener>()
        this.#listeners.set(topic, listeners)
        return this.#listen(listeners, listener)
      },
      advertise: () => Effect.void,
      publish: (topic, _type, message) =>
        Effect.andThen(
          Effect.suspend(() => this.onPublish),
          Effect.sync(() => void this.published.push({ topic, message }))
        ),
      callService: () => this.answerCall,
      sendGoal: (_action, _type, goalId, goal) =>
        Effect.suspend(() => {
          this.goals.push({ goalId, goal })
          return this.answerGoal
        }),
      getResult: (_action, _type, goalId) => Effect.suspend(() => Deferred.await(this.result(goalId))),
      cancelGoal: (_action, goalId) =>
        Effect.suspend(() => {
          this.canceled.push(goalId)
          return this.answerCancel(goalId)
        }),
      subscribeFeedback: (_action, _type, onFeedback) => this.#listen(this.#onFeedback, onFeedback),
      subscribeStatus: (_action, onStatus) => this.#listen(this.#onStatus, onStatus),
      actionServerPresent: () => SubscriptionRef.changes(this.present),
      graph: Effect.sync(() => this.graph),
      types: (names) =>
        Effect.sync(() => ({
          definitions: this.definitions.filter(({ name }) => names.includes(name)),
          unresolved: names.filter((name) => !this.definitions.some((known) => known.name === name))
        }))
    })
  )
}
