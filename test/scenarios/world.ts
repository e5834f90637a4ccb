import { oneProcess } from "@fleet/server/Platform"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Context, Effect, Layer, type Scope } from "effect"
import { aRobot } from "../robots/jobs/world.ts"
import { TestDatabase } from "../support/Database.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { gapOf } from "../support/gapOf.ts"
import { TestApp, testApp } from "../support/TestApp.ts"
import { Wire } from "./Wire.ts"

type Served = Layer.Success<typeof TestApp>

/** A node of the service. */
export interface Node {
  /** Runs at this node: calls and sockets reach it, services are its own. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, Served>>
}

/** What a scenario happens in: two nodes, which may be one and the same. */
export interface Scene {
  readonly a: Node
  readonly b: Node
  /** Messages of these types between the nodes are lost until the effect ends. */
  readonly losing: <A, E, R>(types: ReadonlyArray<string>, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Ends once all that the nodes have sent has come, or its loss was found. */
  readonly beat: Effect.Effect<void>
}

export type Scenario = (scene: Scene) => Effect.Effect<void, unknown, Scope.Scope>

/** A published robot, made at A, whose bridge is at B. */
export const apart = Effect.fnUntraced(function* ({ a, b }: Scene) {
  const world = yield* a.run(aRobot)
  const bridge = yield* b.run(connectBridge(world.bridgeToken))
  yield* bridge.next("config")
  return { ...world, bridge }
})

const nodeOf = (context: Context.Context<Served>): Node => ({
  run: (effect) => Effect.provideContext(effect, context) as any
})

/** One node, which is both. It loses nothing, and is told of a gap where two nodes would find one. */
export const oneNode = Effect.map(Layer.build(TestApp), (context): Scene => {
  const node = nodeOf(context)
  let hasGap = false
  const losing: Scene["losing"] = (_, effect) => {
    hasGap = true
    return effect
  }
  const beat = Effect.sync(() => {
    if (hasGap) gapOf(Context.get(context, Bus))
    hasGap = false
  })
  return { a: node, b: node, losing, beat }
})

/** Two nodes over one database, and what starts a third. */
export const twoNodes = Effect.gen(function* () {
  const database = Layer.succeedContext(yield* Layer.build(TestDatabase))
  const wire = new Wire()
  const boots: Array<string> = []
  const start = Effect.gen(function* () {
    const boot = crypto.randomUUID()
    const { ended, layer, started } = wire.join()
    boots.push(boot)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        ended()
        boots.splice(boots.indexOf(boot), 1)
      })
    )
    const nodes = Layer.succeed(Nodes, { boot, alive: Effect.sync(() => [...boots]) })
    const process: typeof oneProcess = Layer.merge(layer, nodes)
    const context = yield* Layer.build(Layer.fresh(testApp({}, database, undefined, undefined, process)))
    started(Context.get(context, RobotHomes))
    return nodeOf(context)
  })
  const [a, b] = [yield* start, yield* start]
  const scene: Scene = { a, b, losing: (types, effect) => wire.losing(types, effect), beat: wire.beat }
  return { ...scene, start, wire }
})
