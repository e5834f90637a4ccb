import { assert, describe, it } from "@effect/vitest"
import { App } from "@fleet/domain/Apps"
import { AppUser } from "@fleet/domain/AppUsers"
import { ClientSignInResult } from "@fleet/domain/ClientAuth"
import { AuthMeResponse } from "@fleet/domain/DeveloperAuth"
import { ExplainAccessResponse, PutRolePermissionsRequest, RolePermissions } from "@fleet/domain/Roles"
import { ServerKeyResponse } from "@fleet/domain/ServerKeys"
import { Effect, Schema } from "effect"

const survives = <A>(schema: Schema.Codec<A, unknown>) => {
  const codec = Schema.toCodecJson(schema)
  const equal = Schema.toEquivalence(schema)
  return ([value]: readonly [A]) =>
    Effect.gen(function* () {
      const wire = JSON.stringify(yield* Schema.encodeEffect(codec)(value))
      const back = yield* Schema.decodeUnknownEffect(codec)(JSON.parse(wire))
      assert.isTrue(equal(back, value), wire)
    })
}

describe("records of identity and apps survive their wire", () => {
  it.effect.prop("app", [App], survives(App))
  it.effect.prop("app user", [AppUser], survives(AppUser))
  it.effect.prop("who is signed in", [AuthMeResponse], survives(AuthMeResponse))
  it.effect.prop("sign-in result", [ClientSignInResult], survives(ClientSignInResult))
  it.effect.prop("role permissions", [RolePermissions], survives(RolePermissions))
  it.effect.prop("explanation", [ExplainAccessResponse], survives(ExplainAccessResponse))
  it.effect.prop("server key", [ServerKeyResponse], survives(ServerKeyResponse))
  it.effect.prop("permissions request", [PutRolePermissionsRequest], survives(PutRolePermissionsRequest))
})
