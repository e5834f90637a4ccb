import { type Context, Effect } from "effect"
import type { Rpc, RpcClient, RpcGroup } from "effect/rpc"

type Call = (payload: unknown) => Effect.Effect<unknown, unknown>

/**
 * A client of handlers in the same process, without streams: no bytes, no fibre of its own, the same errors and interruption.
 * RpcClient's own client in memory would check and merge more for each call than most handlers do, and answer every call
 * that is under way with the defect of one.
 */
export const connectLocally = <Rpcs extends Rpc.Any>(
  group: RpcGroup.RpcGroup<Rpcs>
): Effect.Effect<RpcClient.RpcClient<Rpcs>, never, Rpc.ToHandler<Rpcs>> =>
  Effect.contextWith((services: Context.Context<Rpc.ToHandler<Rpcs>>) => {
    const calls: Record<string, Call> = {}
    for (const [tag, { key }] of group.requests) {
      const { handler } = services.mapUnsafe.get(key) as { readonly handler: Call }
      calls[tag] = (payload) => Effect.suspend(() => handler(payload))
    }
    return Effect.succeed(calls as unknown as RpcClient.RpcClient<Rpcs>)
  })
