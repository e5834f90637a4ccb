import { OutboundFetch, type OutboundRequest } from "@fleet/server/platform/outbound/OutboundFetch"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Context, Effect, Layer } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"

/** A server on loopback, its port, and the connections it was sent. */
export const listening = <S extends Server>(server: S) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly connections: () => number }>((resume) => {
      let connections = 0
      server.on("connection", () => connections++)
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, connections: () => connections }))
      )
    }),
    () => Effect.sync(() => void server.close())
  )

export const serving = (listener: RequestListener): ReturnType<typeof listening> => listening(createServer(listener))

export interface World {
  /** What a name stands for, one list for each look-up; the last again and again. */
  readonly names?: Readonly<Record<string, Array<ReadonlyArray<string>>>>
  readonly allow?: ReadonlyArray<string>
}

const layerOf = ({ allow = [], names = {} }: World) =>
  OutboundFetch.layerWith((name, _, done) => {
    const [found] = names[name] === undefined ? [[]] : names[name].length > 1 ? names[name].splice(0, 1) : names[name]
    done(
      null,
      found!.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }).pipe(Layer.provide(Settings.layerTest({ outboundAllow: allow })))

/** One service for as long as the scope is open. */
export const fetcher = (world: World = {}) =>
  Effect.map(Layer.build(layerOf(world)), (context) => Context.get(context, OutboundFetch))

type Asked = Pick<OutboundRequest, "url"> & Partial<OutboundRequest>
const defaults = { method: "GET", timeout: "10 seconds", maxBytes: 1_000 } as const

/** A fetch by a service of its own. */
export const fetching = (request: Asked, world: World = {}) =>
  Effect.scoped(Effect.flatMap(fetcher(world), (outbound) => outbound.fetch({ ...defaults, ...request })))

export const failure = (...given: Parameters<typeof fetching>) =>
  Effect.map(Effect.flip(fetching(...given)), ({ _tag, message }) => [_tag, message] as const)

export const local = { allow: ["127.0.0.0/8"] }
