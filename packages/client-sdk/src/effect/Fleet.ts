import { Api } from "@fleet/domain/api/Api"
import { Cause, Context, Effect, Layer, Queue, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { Auth } from "../Auth.ts"
import { type ClientOptions, type Engine, makeEngine } from "../createClient.ts"
import { FleetError } from "../FleetError.ts"
import type { Topic, ValueFrame } from "../realtime/Channels.ts"
import type { ConnectionState } from "../realtime/ConnectionStatus.ts"
import type { JobUpdate, Sample, Viewer } from "../Values.ts"
import { failureOf, type LocalFailure, type StreamFailure } from "./Failure.ts"

/** The service as Effects and Streams. */
export interface FleetService {
  /** Every REST route, decoded, its refusals as tagged errors. */
  readonly api: Effect.Success<ReturnType<typeof makeApi>>
  /** Signing in and out; the promise face's own, since the session is the same. */
  readonly auth: Auth
  /** The newest sample, then each as it comes. A reader that is slow loses the oldest. */
  readonly datapoint: <Value = unknown>(
    robotId: string,
    slug: string
  ) => { readonly stream: Stream.Stream<Sample<Value>, StreamFailure> }
  /** The newest job of an action or a service, and each change of it. */
  readonly jobs: (robotId: string, slug: string, kind?: "action" | "service") => Stream.Stream<JobUpdate, StreamFailure>
  /** Who looks at a robot. */
  readonly presence: (robotId: string) => Stream.Stream<ReadonlyArray<Viewer>, StreamFailure>
  /** The state of the socket behind the streams, the current one first. */
  readonly connection: Stream.Stream<ConnectionState>
}

/** The bearer of who is signed in, or nothing: then the service says `unauthorized` where it wants one. */
const bearer = ({ session }: Engine, serverKey: string | undefined): Effect.Effect<string | undefined, LocalFailure> =>
  serverKey === undefined
    ? Effect.tryPromise({
        try: async () => ((await session.current()) === null ? undefined : session.accessToken()),
        catch: failureOf<LocalFailure>
      })
    : Effect.succeed(serverKey)

/** Whether the service no longer takes a bearer that looked good, by a clock that was set for instance. */
const isRefused = (answer: string): boolean => /"code":\s*"(?:token_(?:expired|revoked)|unauthorized)"/.test(answer)

/** Sends a request again, once, with another bearer than the one that was refused. */
const renewing = (client: HttpClient.HttpClient, { session }: Engine, serverKey: string | undefined) =>
  HttpClient.transform(client, (sent, request) =>
    Effect.flatMap(sent, (response) => {
      const refused = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1]
      if (response.status !== 401 || refused === undefined || serverKey !== undefined) return Effect.succeed(response)
      return Effect.flatMap(response.text, (text) =>
        isRefused(text)
          ? Effect.flatMap(
              Effect.tryPromise({ try: () => session.replace(refused), catch: failureOf<LocalFailure> }),
              (token) => client.execute(HttpClientRequest.bearerToken(request, token))
            )
          : Effect.succeed(response)
      )
    })
  )

const makeApi = (engine: Engine, { baseUrl, serverKey }: ClientOptions) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpApiClient.makeWith(Api, {
      baseUrl,
      httpClient: HttpClient.mapRequestEffect(renewing(client, engine, serverKey), (request) =>
        Effect.map(bearer(engine, serverKey), (token) =>
          token === undefined ? request : HttpClientRequest.bearerToken(request, token)
        )
      )
    })
  )

/** The newest values of a slow reader that are kept. */
const bufferSize = 256

const follow = <Type extends ValueFrame["type"], Value>(
  { realtime }: Engine,
  topic: Topic,
  read: (frame: Extract<ValueFrame, { readonly type: Type }>) => Value
): Stream.Stream<Value, StreamFailure> =>
  Stream.callback<Value, StreamFailure>(
    (queue) =>
      Effect.acquireRelease(
        Effect.try({
          try: () =>
            realtime.follow(topic, {
              next: (frame) => Queue.offerUnsafe(queue, read(frame as Extract<ValueFrame, { readonly type: Type }>)),
              fail: (error) => Queue.failCauseUnsafe(queue, Cause.fail(failureOf<StreamFailure>(error)))
            }),
          catch: failureOf<StreamFailure>
        }),
        (stop) => Effect.sync(stop)
      ),
    { bufferSize, strategy: "sliding" }
  )

const connection = ({ realtime }: Engine): Stream.Stream<ConnectionState> =>
  Stream.callback<ConnectionState>((queue) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        Queue.offerUnsafe(queue, realtime.state)
        return realtime.onState((state) => void Queue.offerUnsafe(queue, state))
      }),
      (stop) => Effect.sync(stop)
    )
  )

const make = (options: ClientOptions) =>
  Effect.gen(function* () {
    const engine = yield* Effect.acquireRelease(
      Effect.sync(() => makeEngine(options)),
      ({ realtime, session }) =>
        Effect.sync(() => {
          realtime.end(new FleetError("closed", "The client is closed."), true)
          session.close()
        })
    )
    return Fleet.of({
      api: yield* makeApi(engine, options),
      auth: engine.auth,
      datapoint: <Value>(robotId: string, slug: string) => ({
        stream: follow<"datapoint", Sample<Value>>(engine, { robotId, slug, kind: "datapoint" }, (frame) => ({
          value: frame.value as Value,
          at: new Date(frame.timestamp_ms)
        }))
      }),
      jobs: (robotId, slug, kind = "action") =>
        follow<"job", JobUpdate>(engine, { robotId, slug, kind }, ({ job, feedback, progress }) => ({
          ...job,
          feedback,
          progress
        })),
      presence: (robotId) =>
        follow<"presence", ReadonlyArray<Viewer>>(engine, { robotId, slug: null }, ({ viewers }) => viewers),
      connection: connection(engine)
    })
  })

/** The service, for one caller. Closed with its scope. */
export class Fleet extends Context.Service<Fleet, FleetService>()("@fleet/sdk/Fleet") {
  static readonly layer = (options: ClientOptions): Layer.Layer<Fleet> =>
    Layer.effect(Fleet, make(options)).pipe(
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(Layer.succeed(FetchHttpClient.Fetch, options.fetch ?? globalThis.fetch))
    )
}
