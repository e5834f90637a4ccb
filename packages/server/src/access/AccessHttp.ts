import {
  AnyCaller,
  AppUserSession,
  CallingUser,
  ChallengeOrAppUser,
  CurrentAppUser,
  DeveloperSession,
  EnrollingUser,
  MaybeAppUser,
  OwnerOnly
} from "@fleet/domain/api/Access"
import { type Caller, CurrentCaller, CurrentDeveloper } from "@fleet/domain/Caller"
import { TierRequired, Unauthorized } from "@fleet/domain/Errors"
import { Effect, Layer, Option, type Redacted, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { Credentials } from "./Credentials.ts"
import { rememberCaller } from "../platform/http/RequestCaller.ts"

/** Proves a bearer of any kind that a client route takes. */
const anyProver = Effect.map(
  Credentials,
  (credentials) => (bearer: Redacted.Redacted) => Effect.tap(credentials.prove(bearer), rememberCaller)
)

/** Proves a bearer to be of the one kind of person that a route takes. */
const prover = Effect.map(anyProver, (prove) =>
  Effect.fnUntraced(function* <Kind extends "developer" | "app_user">(bearer: Redacted.Redacted, kind: Kind) {
    // A server key is the wrong kind, whether or not its org is locked.
    const caller = yield* Effect.catchTag(prove(bearer), "org_locked", () => Effect.fail(new Unauthorized()))
    if (caller.kind !== kind) return yield* new Unauthorized()
    return caller as Extract<Caller, { kind: Kind }>
  })
)

const DeveloperSessionLive = Layer.effect(
  DeveloperSession,
  Effect.map(prover, (prove) =>
    DeveloperSession.of({
      bearer: (handled, { credential }) =>
        Effect.provideServiceEffect(handled, CurrentDeveloper, prove(credential, "developer"))
    })
  )
)

const AnyCallerLive = Layer.effect(
  AnyCaller,
  Effect.map(anyProver, (prove) =>
    AnyCaller.of({
      bearer: (handled, { credential }) => Effect.provideServiceEffect(handled, CurrentCaller, prove(credential))
    })
  )
)

const AppUserSessionLive = Layer.effect(
  AppUserSession,
  Effect.map(prover, (prove) =>
    AppUserSession.of({
      bearer: (handled, { credential }) =>
        Effect.provideServiceEffect(handled, CurrentAppUser, prove(credential, "app_user"))
    })
  )
)

const decodeChallenge = Schema.decodeUnknownOption(Schema.Struct({ challenge: Schema.Unknown }))
const presentedBearer = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

/** A body that cannot be parsed has no challenge; it is refused where it is decoded. */
const ChallengeOrAppUserLive = Layer.effect(
  ChallengeOrAppUser,
  Effect.map(prover, (prove) =>
    ChallengeOrAppUser.of(
      Effect.fnUntraced(function* (handled) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* Effect.option(request.json)
        const user = Option.isSome(Option.flatMap(body, decodeChallenge))
          ? null
          : yield* prove(yield* presentedBearer, "app_user")
        return yield* Effect.provideService(handled, EnrollingUser, user)
      })
    )
  )
)

const MaybeAppUserLive = Layer.effect(
  MaybeAppUser,
  Effect.map(prover, (prove) =>
    MaybeAppUser.of(
      Effect.fnUntraced(function* (handled) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const proven = Effect.flatMap(presentedBearer, (bearer) => prove(bearer, "app_user"))
        const user = headers["authorization"] === undefined ? Option.none() : yield* Effect.option(proven)
        return yield* Effect.provideService(handled, CallingUser, Option.getOrNull(user))
      })
    )
  )
)

const OwnerOnlyLive = Layer.succeed(
  OwnerOnly,
  Effect.fnUntraced(function* (handled) {
    const { tier } = yield* CurrentDeveloper
    if (tier !== "owner") return yield* new TierRequired({ details: { required: "owner", actual: tier } })
    return yield* handled
  })
)

/** Who may call: the middleware that turns a bearer into a caller, and the one that keeps a route to owners. */
export const AccessLive = Layer.mergeAll(
  DeveloperSessionLive,
  AnyCallerLive,
  AppUserSessionLive,
  ChallengeOrAppUserLive,
  MaybeAppUserLive,
  OwnerOnlyLive
)
