import { assert, describe, it, layer } from "@effect/vitest"
import { DeveloperId, SessionId } from "@fleet/domain/Ids"
import { AuthorizationCodes } from "@fleet/server/identity/oauth/AuthorizationCodes"
import { AuthorizationCodeStore } from "@fleet/server/identity/oauth/AuthorizationCodeStore"
import { codeChallenge } from "@fleet/server/identity/oauth/codeChallenge"
import { Interactions } from "@fleet/server/identity/oauth/Interactions"
import { InteractionStore } from "@fleet/server/identity/oauth/InteractionStore"
import { OAuthClients } from "@fleet/server/identity/oauth/OAuthClients"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../support/Database.ts"
import { unique } from "../../support/people.ts"

const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const redirect_uri = "https://client.example/back?from=fleet"

const clients = [
  { id: "direct", issuer: "https://portal.example", redirectUris: [redirect_uri], consentPage: null },
  {
    id: "asking",
    issuer: "https://fleet.example/mcp",
    redirectUris: [redirect_uri],
    consentPage: (interaction: string) => `/consent/${interaction}`
  }
]

const World = Interactions.layer.pipe(
  Layer.provideMerge(AuthorizationCodes.layer),
  Layer.provideMerge(
    Layer.mergeAll(AuthorizationCodeStore.layer, InteractionStore.layer, OAuthClients.layerOf(clients))
  ),
  Layer.provideMerge(TestDatabase)
)

const makeDeveloper = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [org_id, id] = [randomUUID(), randomUUID()]
  yield* sql`INSERT INTO orgs ${sql.insert({ id: org_id, name: `Org ${unique()}` })}`
  yield* sql`INSERT INTO developers ${sql.insert({ id, org_id, email: `${unique()}@example.com`, tier: "owner" })}`
  return DeveloperId.make(id)
})

/** A sign-in that a client began and a developer proved. */
const begin = Effect.fnUntraced(function* (client_id: string) {
  const developerId = yield* makeDeveloper
  const interactions = yield* Interactions
  const request = { client_id, redirect_uri, state: "state-of-8", code_challenge: codeChallenge(verifier) }
  const { id, secret } = yield* interactions.open(request)
  const browser = { interaction: id, secret }
  const grant = { developerId, tokenVersion: 0, method: "email_code" } as const
  return { browser, grant, id, interaction: yield* interactions.look(browser) }
})

const codeOf = (location: string) => new URL(location).searchParams.get("code")!

describe("the code challenge", () => {
  it("the code challenge is that of the example in RFC 7636", () => {
    assert.strictEqual(codeChallenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  })
})

layer(World, { timeout: "60 seconds" })("a client of sign-ins", (it) => {
  it.effect("a client of sign-ins without consent gets a code at once, from its own issuer", () =>
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const { browser, grant, interaction } = yield* begin("direct")
      const url = new URL(yield* interactions.finish(interaction, grant))
      assert.strictEqual(url.searchParams.get("from"), "fleet")
      assert.strictEqual(url.searchParams.get("iss"), "https://portal.example")
      assert.strictEqual(url.searchParams.get("state"), "state-of-8")
      assert.strictEqual((yield* Effect.flip(interactions.look(browser)))._tag, "token_spent")
    })
  )

  it.effect("a client of sign-ins with consent gets no code before the person consents", () =>
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const sql = yield* SqlClient.SqlClient
      const { browser, grant, id, interaction } = yield* begin("asking")
      assert.strictEqual(yield* interactions.finish(interaction, grant), `/consent/${id}`)
      assert.deepStrictEqual(yield* sql`SELECT FROM oauth_codes WHERE developer_id = ${grant.developerId}`, [])
      const asked = yield* interactions.look(browser)
      assert.deepInclude(asked, { step: "consent", developer_id: grant.developerId, method: "email_code" })
      for (const step of ["open", "two_factor", "setup", "enrolled", "organization"] as const) {
        const refused = yield* Effect.flip(interactions.step(browser, [step], () => Effect.void))
        assert.strictEqual(refused._tag, "token_spent")
      }
      const location = yield* interactions.step(browser, ["consent"], (held) => interactions.authorize(held, grant))
      assert.strictEqual(new URL(location).searchParams.get("iss"), "https://fleet.example/mcp")
      const presented = { code: codeOf(location), client_id: "asking", redirect_uri, code_verifier: verifier }
      assert.deepStrictEqual(yield* (yield* AuthorizationCodes).redeem(presented), { type: "grant", grant })
    })
  )

  it.effect("a client of sign-ins is answered access_denied where the person denies", () =>
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const { browser, grant, interaction } = yield* begin("asking")
      yield* interactions.finish(interaction, grant)
      const url = new URL(yield* interactions.step(browser, ["consent"], interactions.deny))
      assert.strictEqual(url.searchParams.get("error"), "access_denied")
      assert.isNull(url.searchParams.get("code"))
      assert.strictEqual((yield* Effect.flip(interactions.look(browser)))._tag, "token_spent")
    })
  )
})

layer(World, { timeout: "60 seconds" })("an authorization code", (it) => {
  const issue = Effect.gen(function* () {
    const { grant, interaction } = yield* begin("direct")
    const code = codeOf(yield* (yield* Interactions).finish(interaction, grant))
    return { grant, presented: { code, client_id: "direct", redirect_uri, code_verifier: verifier } }
  })

  it.effect(
    "an authorization code is good for its client, redirect address and verifier alone, and spent by any try",
    () =>
      Effect.gen(function* () {
        const codes = yield* AuthorizationCodes
        for (const change of [
          { client_id: "asking" },
          { redirect_uri: `${redirect_uri}/` },
          { code_verifier: verifier.toLowerCase() }
        ]) {
          const { presented } = yield* issue
          assert.deepStrictEqual(yield* codes.redeem({ ...presented, ...change }), { type: "refused" })
          assert.deepStrictEqual(yield* codes.redeem(presented), { type: "replayed", sessionId: null })
        }
        const { presented } = yield* issue
        assert.deepStrictEqual(yield* codes.redeem({ ...presented, code: "unknown" }), { type: "refused" })
      })
  )

  it.effect("an authorization code is good for a minute", () =>
    Effect.gen(function* () {
      const codes = yield* AuthorizationCodes
      for (const [passed, type] of [
        [59_999, "grant"],
        [60_000, "refused"]
      ] as const) {
        const { presented } = yield* issue
        yield* TestClock.adjust(passed)
        assert.strictEqual((yield* codes.redeem(presented)).type, type)
      }
    })
  )

  it.effect("an authorization code presented again names the session that it gave", () =>
    Effect.gen(function* () {
      const codes = yield* AuthorizationCodes
      const sql = yield* SqlClient.SqlClient
      const { grant, presented } = yield* issue
      yield* codes.redeem(presented)
      const sessionId = SessionId.make(randomUUID())
      yield* sql`UPDATE oauth_codes SET session_id = ${sessionId} WHERE developer_id = ${grant.developerId}`
      assert.deepStrictEqual(yield* codes.redeem(presented), { type: "replayed", sessionId })
    })
  )
})
