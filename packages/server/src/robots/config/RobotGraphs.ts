import type { RobotId } from "@fleet/domain/Ids"
import type { Introspected } from "@fleet/domain/RobotConfig/GraphRules"
import { Context, type Effect } from "effect"

/** What is known of robots, to hold their configurations against. The folder of introspection has the layer. */
export class RobotGraphs extends Context.Service<
  RobotGraphs,
  {
    readonly wasRead: (robotId: RobotId) => Effect.Effect<boolean>
    /** The graph that was read last, with what is known of these types; null where it was never read. */
    readonly known: (robotId: RobotId, types: ReadonlyArray<string>) => Effect.Effect<Introspected | null>
    /**
     * Asks a robot whose graph is known for these types and keeps what it answers, so that `known` has it. A robot that does
     * not answer within seconds leaves what is known.
     */
    readonly learn: (robotId: RobotId, types: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@fleet/server/RobotGraphs") {}
