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

describe("schemas of apps", () => {
  it.effect.prop("the record of an app survives encode and decode", [App], survives(App))
  it.effect.prop("the record of an app user survives encode and decode", [AppUser], survives(AppUser))
  it.effect.prop(
    "the answer of who is signed in survives encode and decode",
    [AuthMeResponse],
    survives(AuthMeResponse)
  )
  it.effect.prop(
    "the result of a client sign-in survives encode and decode",
    [ClientSignInResult],
    survives(ClientSignInResult)
  )
  it.effect.prop(
    "the record of role permissions survives encode and decode",
    [RolePermissions],
    survives(RolePermissions)
  )
  it.effect.prop(
    "the answer of explain-access survives encode and decode",
    [ExplainAccessResponse],
    survives(ExplainAccessResponse)
  )
  it.effect.prop(
    "the record of a server key survives encode and decode",
    [ServerKeyResponse],
    survives(ServerKeyResponse)
  )
  it.effect.prop(
    "the request of role permissions survives encode and decode",
    [PutRolePermissionsRequest],
    survives(PutRolePermissionsRequest)
  )
})
