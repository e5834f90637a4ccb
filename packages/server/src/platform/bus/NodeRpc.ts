import { Context, Effect, Layer } from "effect"
import type { Rpc, RpcClient, RpcGroup } from "effect/rpc"

/** By the tag of a call. The payload names a robot as `robotId`. */
export type Calls = Readonly<Record<string, (payload: any) => Effect.Effect<any, any>>>

/**
 * How a call reaches the process that holds a robot's bridge. Where none holds it, the handlers of the caller's own process
 * answer, as they do for a robot that is offline.
 */
export class NodeRpc extends Context.Service<
  NodeRpc,
  {
    /** Offers the handlers of this process to the others, and answers calls that reach the holder, whichever it is. */
    readonly connect: (group: RpcGroup.RpcGroup<any>, handlers: Calls) => Calls
  }
>()("@fleet/server/NodeRpc") {
  /** One process holds every bridge. */
  static readonly local = Layer.succeed(NodeRpc, { connect: (_, handlers) => handlers })
}

/**
 * A client of a group without streams. Within a process there are no bytes and no fibre of its own; errors and interruption
 * are the handler's. RpcClient's own client in memory would check and merge more for each call than most handlers do, and
 * answer every call that is under way with the defect of one.
 */
export const connect = <Rpcs extends Rpc.Any>(
  group: RpcGroup.RpcGroup<Rpcs>
): Effect.Effect<RpcClient.RpcClient<Rpcs>, never, Rpc.ToHandler<Rpcs> | NodeRpc> =>
  Effect.flatMap(NodeRpc, (rpc) =>
    Effect.contextWith((services: Context.Context<Rpc.ToHandler<Rpcs>>) => {
      const handlers: Record<string, Calls[string]> = {}
      for (const [tag, { key }] of group.requests) {
        const { handler } = services.mapUnsafe.get(key) as { readonly handler: Calls[string] }
        handlers[tag] = (payload) => Effect.suspend(() => handler(payload))
      }
      return Effect.succeed(rpc.connect(group, handlers) as unknown as RpcClient.RpcClient<Rpcs>)
    })
  )
