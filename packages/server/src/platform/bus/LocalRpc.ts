import { Effect, type Scope } from "effect"
import { type Rpc, RpcClient, type RpcGroup, RpcServer } from "effect/rpc"

/** A client of handlers in the same process: no bytes, no socket, the same errors and interruption. */
export const connectLocally = Effect.fnUntraced(function* <Rpcs extends Rpc.Any>(
  group: RpcGroup.RpcGroup<Rpcs>
): Effect.fn.Return<
  RpcClient.RpcClient<Rpcs>,
  never,
  Scope.Scope | Rpc.ToHandler<Rpcs> | Rpc.Middleware<Rpcs> | Rpc.MiddlewareClient<Rpcs>
> {
  const link: { client?: Effect.Success<ReturnType<typeof RpcClient.makeNoSerialization<Rpcs, never>>> } = {}
  const server = yield* RpcServer.makeNoSerialization(group, {
    disableTracing: true,
    onFromServer: (response) => link.client!.write(response)
  })
  link.client = yield* RpcClient.makeNoSerialization(group, {
    supportsAck: true,
    disableTracing: true,
    onFromClient: ({ message }) => server.write(0, message)
  })
  return link.client.client
})
