import { RequestRefusals } from "@fleet/domain/api/RequestRefusals"
import { RoutedOnly } from "@fleet/domain/api/RoutedOnly"
import { Context, Effect, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import {
  HttpApiError,
  HttpApiMiddleware,
  HttpApiSchema,
  type HttpApiEndpoint,
  type HttpApiGroup
} from "effect/http-api"
import { makePathReader } from "./pathReader.ts"
import { schemaRefusal } from "./RequestRefusals.ts"

/** What a route that is answered directly reads of its request. */
export class DirectRequest extends Context.Service<
  DirectRequest,
  {
    /** Empty where none is presented. */
    readonly bearer: string
    readonly query: Readonly<Record<string, string | Array<string>>>
  }
>()("@fleet/server/DirectRequest") {}

/** A body that is whole, as JSON text or in a handler's own answer. */
export type DirectBody = string | HttpServerResponse.HttpServerResponse

/** A read of the API that is answered without the router. */
export interface DirectRoute {
  readonly route: HttpRouter.Route<unknown, unknown>
  readonly takesQuery: boolean
  /** Everything from the credential to the encoded answer. It asks for DirectRequest, RouteContext and what its services ask for. */
  readonly answer: Effect.Effect<DirectBody, unknown>
}

type AnyDecoder = Schema.ConstraintDecoder<unknown>
type AnyEncoder = Schema.ConstraintEncoder<unknown>
type AnyEffect = Effect.Effect<any, any, any>
/** What HttpApiBuilder calls with the endpoint, its group, and what was decoded of the request. */
export type Handler = (request: Readonly<Record<string, unknown>>) => AnyEffect
type Wrap = (handled: AnyEffect, options: object) => AnyEffect

/** The bearer of an `Authorization` header, as HttpApi reads it: any case of the scheme, any number of spaces after it. */
export const bearerOf = (authorization: string | undefined): string => {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return ""
  let at = "bearer ".length
  while (authorization[at] === " ") at++
  return authorization.slice(at)
}

const noBody = () => false

/** Every route has it; without a body all of it that is left is how what does not decode is refused. */
const withRefusals = (handled: AnyEffect): AnyEffect =>
  Effect.catchIf(handled, HttpApiError.HttpApiSchemaError.is, (error) => {
    const refused = schemaRefusal(error, noBody)
    return refused === null ? Effect.die(error) : Effect.fail(refused)
  })

/** The one security scheme of a middleware that is a bearer; null for any other middleware. */
const bearerScheme = (key: HttpApiMiddleware.AnyService): string | null => {
  if (!HttpApiMiddleware.isSecurity(key)) return null
  const [[name, scheme] = [], ...others] = Object.entries(key.security)
  return name !== undefined && scheme?._tag === "Http" && others.length === 0 ? name : null
}

const middlewaresOf = (endpoint: HttpApiEndpoint.Top) =>
  endpoint.middlewares as unknown as ReadonlySet<HttpApiMiddleware.AnyService>

/** Whether a route needs nothing of its request but path, query and bearer, and answers JSON without headers of its own. */
export const isDirect = (endpoint: HttpApiEndpoint.Top): boolean =>
  endpoint.method === "GET" &&
  endpoint.payload.size === 0 &&
  endpoint.headers === undefined &&
  endpoint.success.size === 1 &&
  ![...endpoint.success].some(HttpApiSchema.isWithHeaders) &&
  !Context.get(endpoint.annotations, RoutedOnly) &&
  [...middlewaresOf(endpoint)].some((key) => bearerScheme(key) !== null)

/**
 * A route of HttpApi put together once: the same middleware around the same handler in the same order, between a path that
 * is read and an answer that is encoded without a schema pass where none is needed.
 */
export const makeDirectRoute = (
  group: HttpApiGroup.Top,
  endpoint: HttpApiEndpoint.Top,
  handler: Handler,
  services: Context.Context<never>
): DirectRoute => {
  const readParams = endpoint.params === undefined ? null : makePathReader(endpoint.params as unknown as AnyDecoder)
  const readQuery =
    endpoint.query === undefined
      ? null
      : Schema.decodeUnknownEffect(Schema.toCodecArrayFromSingle(endpoint.query) as unknown as AnyDecoder)
  const [success] = endpoint.success
  const encode = Schema.encodeUnknownEffect(success as unknown as AnyEncoder)

  const decoded = Effect.fnUntraced(function* () {
    const request: Record<string, unknown> = { endpoint, group }
    if (readParams !== null) {
      const { params } = yield* HttpRouter.RouteContext
      request["params"] = yield* HttpApiError.HttpApiSchemaError.wrap("Params", readParams(params))
    }
    if (readQuery !== null) {
      const { query } = yield* DirectRequest
      request["query"] = yield* HttpApiError.HttpApiSchemaError.wrap("Query", readQuery(query))
    }
    return request
  })
  const encoded = (answer: unknown): Effect.Effect<DirectBody, unknown> =>
    HttpServerResponse.isHttpServerResponse(answer)
      ? Effect.succeed(answer)
      : Effect.map(HttpApiError.HttpApiSchemaError.wrap("Body", encode(answer)), (body) => JSON.stringify(body))

  let answer: AnyEffect = Effect.flatMap(Effect.flatMap(decoded(), handler), encoded)
  for (const key of middlewaresOf(endpoint)) {
    const scheme = bearerScheme(key)
    const service: unknown = services.mapUnsafe.get(key.key)
    if (key.key === RequestRefusals.key) answer = withRefusals(answer)
    else if (scheme === null) answer = (service as Wrap)(answer, { endpoint, group })
    else {
      const handled = answer
      const prove = (service as Record<string, Wrap>)[scheme]!
      answer = Effect.flatMap(DirectRequest, ({ bearer }) =>
        prove(handled, { credential: Redacted.make(bearer), endpoint, group })
      )
    }
  }
  return {
    route: HttpRouter.route("GET", endpoint.path as HttpRouter.PathInput, Effect.never),
    takesQuery: endpoint.query !== undefined,
    answer: answer as Effect.Effect<DirectBody, unknown>
  }
}
