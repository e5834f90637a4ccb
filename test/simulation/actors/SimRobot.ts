import {
  type CallError,
  type GatewayStatus,
  type GoalId,
  type GoalResult,
  type GoalStatus,
  RosGateway,
  type RosMessage,
  type SubscriptionState
} from "@fleet/bridge/ros/RosGateway"
import type { RosType } from "@fleet/bridge/ros/RosType"
import { Deferred, Effect, Layer, SubscriptionRef } from "effect"
import type { Generator } from "../kernel/Generator.ts"
import { type Kernel, Process } from "../kernel/Kernel.ts"

type Listener = (message: RosMessage, receivedAtMs: number) => void
type Listed = ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>

const type: RosType = { name: "std_msgs/msg/Float64", fields: [], nested: new Map() }
const payload = new Uint8Array()

interface Goal {
  readonly goalId: GoalId
  readonly action: string
  status: GoalStatus
  readonly ended: Deferred.Deferred<GoalResult, CallError>
}

const executing = 2
const succeeded = 4
const canceled = 5
const aborted = 6

/** A robot: it sends values, takes goals and ends them, and lives on when its bridge does not. */
export class SimRobot {
  readonly name: string
  readonly process: Process
  readonly kernel: Kernel
  private readonly random: Generator
  private listeners = new Map<string, Set<Listener>>()
  private onStatus = new Map<string, Set<(goals: Listed) => void>>()
  /** Every goal that it took, in their order. */
  readonly goals = new Map<GoalId, Goal>()
  /** What was published at it, in its order. */
  readonly published: Array<{ readonly topic: string; readonly message: unknown }> = []
  /** The number that its newest value carries. */
  newest = 0
  /** When it sent each number. */
  readonly sentMs = new Map<number, number>()
  private emits = false
  /** Milliseconds that a goal takes. */
  goalTime: readonly [least: number, most: number] = [100, 8_000]

  constructor(kernel: Kernel, name: string) {
    this.kernel = kernel
    this.name = name
    this.process = new Process(name)
    this.random = kernel.random.fork(name)
  }

  /** Sends a value, a greater one each time, every so often. */
  begin(): void {
    if (this.emits) return
    this.emits = true
    const next = () => {
      if (!this.emits) return
      this.emit()
      this.kernel.after(this.process, this.random.between(20, 900), next)
    }
    this.kernel.after(this.process, 10, next)
  }

  rest(): void {
    this.emits = false
  }

  emit(): void {
    const value = ++this.newest
    const atMs = this.kernel.nowMs
    this.sentMs.set(value, atMs)
    const message = { timestampMs: atMs, decode: () => ({ data: value }), type, payload }
    for (const topic of ["/battery", "/pose"])
      for (const listener of this.listeners.get(topic) ?? []) listener(message, atMs)
  }

  /** Its bridge's way to it. A bridge that starts again begins with none of the listeners of the one before. */
  layer(): Layer.Layer<RosGateway> {
    this.listeners = new Map()
    this.onStatus = new Map()
    return Layer.effect(RosGateway, this.gateway)
  }

  private readonly gateway = Effect.gen({ self: this }, function* () {
    const status = yield* SubscriptionRef.make<GatewayStatus>({
      connected: true,
      distro: "humble",
      capabilities: ["services", "clientPublish"]
    })
    const present = yield* SubscriptionRef.make(true)
    const state = yield* SubscriptionRef.make<SubscriptionState>("live")
    const listen = <A>(all: Map<string, Set<A>>, name: string, listener: A) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const listeners = all.get(name) ?? new Set<A>()
          all.set(name, listeners.add(listener))
          return { state }
        }),
        () => Effect.sync(() => all.get(name)?.delete(listener))
      )
    return RosGateway.of({
      status,
      subscribe: (topic, _type, listener) => listen(this.listeners, topic, listener),
      advertise: () => Effect.void,
      publish: (topic, _type, message) => Effect.sync(() => void this.published.push({ topic, message })),
      callService: () => Effect.suspend(() => Effect.as(Effect.sleep(this.random.between(1, 400)), { success: true })),
      sendGoal: (action, _type, goalId) =>
        Effect.suspend(() =>
          Effect.andThen(
            Effect.sleep(this.random.between(1, 60)),
            Effect.sync(() => ({ accepted: this.take(action, goalId) }))
          )
        ),
      getResult: (_action, _type, goalId) =>
        Effect.suspend((): Effect.Effect<GoalResult, CallError> => {
          const goal = this.goals.get(goalId)
          return goal === undefined ? Effect.succeed({ status: 0, result: null }) : Deferred.await(goal.ended)
        }),
      cancelGoal: (_action, goalId) =>
        Effect.suspend(() => Effect.as(Effect.sleep(this.random.between(1, 60)), this.cancel(goalId))),
      subscribeFeedback: () => Effect.succeed({ state }),
      subscribeStatus: (action, listener) =>
        Effect.tap(listen(this.onStatus, action, listener), () => Effect.sync(() => listener(this.listed(action)))),
      actionServerPresent: () => SubscriptionRef.changes(present),
      graph: Effect.succeed({ topics: [], services: [], actions: [], captured_at_ms: 0 }),
      types: (names) => Effect.succeed({ definitions: [], unresolved: [...names] })
    })
  })

  private take(action: string, goalId: GoalId): boolean {
    if (this.random.chance(0.05)) return false
    const goal: Goal = { goalId, action, status: executing, ended: Deferred.makeUnsafe() }
    this.goals.set(goalId, goal)
    this.tell(action)
    const [least, most] = this.goalTime
    this.kernel.after(this.process, this.random.between(least, most), () =>
      this.end(goal, this.random.chance(0.8) ? succeeded : aborted)
    )
    return true
  }

  private cancel(goalId: GoalId) {
    const goal = this.goals.get(goalId)
    if (goal === undefined) return { returnCode: 2, goalsCanceling: [] }
    if (goal.status !== executing) return { returnCode: 3, goalsCanceling: [] }
    this.kernel.after(this.process, this.random.between(1, 200), () => this.end(goal, canceled))
    return { returnCode: 0, goalsCanceling: [goalId] }
  }

  private end(goal: Goal, status: GoalStatus): void {
    if (goal.status !== executing) return
    goal.status = status
    Deferred.doneUnsafe(goal.ended, Effect.succeed({ status, result: { done: true } }))
    this.tell(goal.action)
  }

  private listed(action: string): Listed {
    return [...this.goals.values()]
      .filter((goal) => goal.action === action)
      .map(({ goalId, status }) => ({ goalId, status }))
  }

  private tell(action: string): void {
    for (const listener of this.onStatus.get(action) ?? []) listener(this.listed(action))
  }
}
