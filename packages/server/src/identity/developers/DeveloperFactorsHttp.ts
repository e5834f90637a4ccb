import { Api } from "@fleet/domain/api/Api"
import { PasskeyScope, TotpConfirmLimited } from "@fleet/domain/api/DeveloperFactorsApi"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid, NotFound } from "@fleet/domain/Errors"
import { Uuid } from "@fleet/domain/Wire"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { DeveloperFactors } from "./DeveloperFactors.ts"
import { Passkeys } from "../factors/Passkeys.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"

const pathParams = HttpRouter.schemaPathParams(Schema.Struct({ id: Uuid }))

const PasskeyScopeLive = Layer.effect(
  PasskeyScope,
  Effect.map(Passkeys, (passkeys) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(pathParams, () => new InvalidUuid())
      const own = yield* passkeys.list((yield* CurrentDeveloper).id)
      if (!own.some((passkey) => passkey.id === id)) return yield* new NotFound()
      return yield* handled
    })
  )
)

const TotpConfirmLimitedLive = Layer.effect(
  TotpConfirmLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("totp_confirm", (yield* CurrentDeveloper).id)
      return yield* handled
    })
  )
)

export const DeveloperFactorsHttp = HttpApiBuilder.group(
  Api,
  "developerFactors",
  Effect.fnUntraced(function* (handlers) {
    const factors = yield* DeveloperFactors
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        return yield* factors.view((yield* CurrentDeveloper).id)
      }),
      passkeyOptions: Effect.fnUntraced(function* () {
        return { options: yield* factors.passkeyOptions(yield* CurrentDeveloper) }
      }),
      createPasskey: Effect.fnUntraced(function* ({ payload }) {
        return yield* factors.addPasskey(yield* CurrentDeveloper, payload)
      }),
      renamePasskey: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* factors.renamePasskey((yield* CurrentDeveloper).id, params.id, payload.name)
      }),
      deletePasskey: Effect.fnUntraced(function* ({ params }) {
        yield* factors.removePasskey(yield* CurrentDeveloper, params.id)
      }),
      setUpTotp: Effect.fnUntraced(function* () {
        return yield* factors.totpSetup(yield* CurrentDeveloper)
      }),
      confirmTotp: Effect.fnUntraced(function* ({ payload }) {
        return yield* factors.totpConfirm(yield* CurrentDeveloper, payload.code)
      }),
      deleteTotp: Effect.fnUntraced(function* () {
        yield* factors.removeTotp(yield* CurrentDeveloper)
      }),
      recoveryCodes: Effect.fnUntraced(function* () {
        return { recovery_codes: yield* factors.newRecoveryCodes(yield* CurrentDeveloper) }
      })
    })
  })
).pipe(Layer.provide([PasskeyScopeLive, TotpConfirmLimitedLive]))
