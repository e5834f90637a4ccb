import { assert, layer } from "@effect/vitest"
import { createClient, FleetError } from "@fleet/sdk"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import {
  authorize,
  exchange,
  interactionOf,
  makeMcpApp,
  redirectUri,
  register,
  withoutMcpLimits
} from "../support/mcp.ts"
import { password } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const World = testApp({ rateLimits: withoutMcpLimits })

const codeOf = (address: string) => new URL(address).searchParams.get("code")!

layer(World, { excludeTestServices: true, timeout: "60 seconds" })("consents over MCP, with the SDK", (it) => {
  it.effect("consents over MCP, with the SDK are read, given, refused, listed and withdrawn by an app user", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* makeMcpApp
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const clientId = yield* register(path)
      const ask = Effect.map(authorize(path, { client_id: clientId, state: "st" }), interactionOf)
      const [first, second, third] = [yield* ask, yield* ask, yield* ask]
      using fleet = createClient({ baseUrl, app: app.identifier })
      const given = yield* Effect.promise(async () => {
        assert.strictEqual((await fleet.mcp.interaction(first)).client_name, "Test agent")
        await fleet.auth.signInWithPassword({ email: user.email, password })
        const asked = await fleet.mcp.interaction(first)
        assert.deepInclude(asked, {
          client_name: "Test agent",
          redirect_host: "client.example",
          already_granted: false
        })
        const back = await fleet.mcp.approve(first)
        assert.isTrue(back.startsWith(redirectUri))
        const over = await fleet.mcp.approve(first).catch((error: unknown) => error)
        assert.isTrue(FleetError.is(over) && over.is("interaction_expired"))
        assert.include(await fleet.mcp.deny(second), "error=access_denied")
        assert.isTrue((await fleet.mcp.interaction(third)).already_granted)
        const [grant, ...others] = await fleet.mcp.grants()
        assert.lengthOf(others, 0)
        assert.deepInclude(grant, { client_id: clientId, scopes: ["robots:read", "robots:control"] })
        return codeOf(back)
      })
      assert.strictEqual((yield* exchange(path, clientId, given)).status, 200)
      yield* Effect.promise(async () => {
        await fleet.mcp.withdraw(clientId)
        assert.deepStrictEqual(await fleet.mcp.grants(), [])
      })
    })
  )

  it.effect("consents over MCP, with the SDK are those at the central endpoint for a developer", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeMcpApp
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      // An address, as clients with a metadata document have: it is sent percent-encoded.
      const clientId = "https://client.example/a/client.json?b=c"
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO mcp_grants (developer_id, client_id, scopes, granted_at)
        VALUES (${developer.caller.id}, ${clientId}, '{robots:read}', now())`
      using fleet = createClient({ baseUrl })
      const listed = yield* Effect.promise(async () => {
        await fleet.auth.useTokens({
          access_token: developer.token,
          refresh_token: "none",
          token_type: "Bearer",
          expires_in: 900
        })
        const before = await fleet.mcp.grants()
        await fleet.mcp.withdraw(clientId)
        return before
      })
      assert.deepStrictEqual(
        listed.map(({ client_id, scopes }) => [client_id, scopes]),
        [[clientId, ["robots:read"]]]
      )
      const { body } = yield* call("GET", "/api/auth/mcp/grants", { as: developer.token })
      assert.deepStrictEqual(body.grants, [])
    })
  )
})
