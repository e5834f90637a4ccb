import { Effect, Schema } from "effect"
import { ServiceFailed } from "../GatewayErrors.ts"
import type { Caller, ServiceError } from "./Calls.ts"
import { TypeDetails } from "./TypeDetails.ts"

const texts = Schema.Array(Schema.String)

const Topics = Schema.Struct({ topics: texts, types: texts })
const RawTypes = Schema.Struct({ topics: texts, types: texts, typedefs_full_text: texts })
const ActionServers = Schema.Struct({ action_servers: texts })
const Services = Schema.Struct({ services: texts })
const NamedType = Schema.Struct({ type: Schema.String })
const Version = Schema.Struct({ version: Schema.Int, distro: Schema.String })

/** A busy robot answers questions about its graph late, but not later than this. */
const timeoutMs = 10_000

/** What describes one part of a type, and since when: messages and services always, actions since rosapi 2.3. */
export type DetailsOf =
  | "message"
  | "service_request"
  | "service_response"
  | "action_goal"
  | "action_result"
  | "action_feedback"

/** The questions that the node `/rosapi` answers about the graph. */
export const makeRosapi = ({ call }: Pick<Caller, "call">) => {
  const ask = <A>(
    name: string,
    schema: Schema.Codec<A, unknown>,
    args: object = {}
  ): Effect.Effect<A, ServiceError> => {
    const service = `/rosapi/${name}`
    const decode = Schema.decodeUnknownEffect(schema)
    return call(service, args, timeoutMs).pipe(
      Effect.flatMap((values) =>
        Effect.mapError(decode(values), () => new ServiceFailed({ message: `${service} answered in an unknown form.` }))
      )
    )
  }

  return {
    topics: ask("topics", Topics),
    rawTypes: ask("topics_and_raw_types", RawTypes),
    actionServers: Effect.map(ask("action_servers", ActionServers), ({ action_servers }) => action_servers),
    services: Effect.map(ask("services", Services), ({ services }) => services),
    /** Empty for a service that is hidden or not there. */
    serviceType: (service: string) => Effect.map(ask("service_type", NamedType, { service }), ({ type }) => type),
    /** Only since rosapi 3.0. */
    actionType: (action: string) => Effect.map(ask("action_type", NamedType, { action }), ({ type }) => type),
    version: ask("get_ros_version", Version),
    details: (of: DetailsOf, type: string) => ask(`${of}_details`, TypeDetails, { type })
  }
}
export type Rosapi = ReturnType<typeof makeRosapi>
