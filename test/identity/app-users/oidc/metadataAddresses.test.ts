import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type AddressInfo, createServer } from "node:net"
import { unique } from "../../../support/people.ts"
import { testAppWithMail } from "../../../support/MailSink.ts"
import { call, refusal } from "../../../support/wire.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { begin, body, comeBack, makeCranes, outcome, wide } from "./world.ts"

/** The provider's own address may be reached, and no other. */
const NarrowApp = testAppWithMail({ outboundAllow: ["127.0.0.1/32"], rateLimits: wide })

/** A port that must not be reached, until the scope closes. */
const makeTrap = Effect.gen(function* () {
  const caught = { connections: 0, port: 0 }
  const server = createServer((socket) => {
    caught.connections++
    socket.destroy()
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  caught.port = (server.address() as AddressInfo).port
  return caught
})

/** Spellings of addresses inside the service's network. Those of this computer lead to the trap. */
const spellings = (port: number) => [
  `http://127.0.0.2:${port}/x`,
  `https://127.0.0.2:${port}/x`,
  `http://2130706434:${port}/x`,
  `https://0x7f000002:${port}/x`,
  `http://[::1]:${port}/x`,
  `https://[::ffff:127.0.0.2]:${port}/x`,
  `http://0.0.0.0:${port}/x`,
  "http://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/x"
]

layer(NarrowApp, { timeout: "60 seconds" })("addresses that a provider's document names", (it) => {
  for (const endpoint of ["token_endpoint", "jwks_uri", "userinfo_endpoint"] as const) {
    it.effect(`addresses that a provider's document names as ${endpoint} are not reached inside the network`, () =>
      Effect.gen(function* () {
        const [cranes, idp, trap] = [yield* makeCranes, yield* makeHostileProvider, yield* makeTrap]
        // Without an address in the token the userinfo endpoint is asked.
        idp.claims = {}
        idp.userInfo = { email: `eve-${unique()}@example.com`, email_verified: true }
        const outcomeOf = Effect.fnUntraced(function* (slug: string, document: object) {
          idp.document = { ...document }
          yield* cranes.addProvider(idp.issuer, { slug })
          const { at } = yield* begin(cranes, slug)
          return outcome((yield* comeBack(idp.comingBack(at))).to)
        })
        assert.strictEqual(yield* outcomeOf("good", {}), "code")
        for (const [at, address] of spellings(trap.port).entries()) {
          assert.strictEqual(yield* outcomeOf(`bad-${at}`, { [endpoint]: address }), "idp_unavailable", address)
        }
        assert.strictEqual(trap.connections, 0)
      })
    )
  }

  it.effect("addresses that a provider redirects to are not followed", () =>
    Effect.gen(function* () {
      const [cranes, idp, trap] = [yield* makeCranes, yield* makeHostileProvider, yield* makeTrap]
      idp.claims = {}
      idp.userInfo = { email: `eve-${unique()}@example.com`, email_verified: true }
      yield* cranes.addProvider(idp.issuer)
      for (const location of [`http://127.0.0.2:${trap.port}/x`, `${idp.issuer}/elsewhere`]) {
        for (const path of ["/token", "/jwks", "/me"]) {
          // Keys are kept for three minutes.
          if (path === "/jwks") yield* TestClock.adjust("3 minutes")
          idp.answers = { [path]: (_, response) => void response.writeHead(302, { location }).end() }
          const { at } = yield* begin(cranes)
          assert.strictEqual(outcome((yield* comeBack(idp.comingBack(at))).to), "exchange_failed", path)
        }
        const discovery = "/.well-known/openid-configuration"
        idp.answers = { [discovery]: (_, response) => void response.writeHead(302, { location }).end() }
        const added = yield* call("POST", cranes.path, { as: cranes.as, body: body(idp.issuer, { slug: "other" }) })
        assert.deepStrictEqual(refusal(added), [422, "provider_misconfigured"])
      }
      assert.strictEqual(trap.connections, 0)
      assert.isFalse(idp.server.requests.some((each) => each.includes("/elsewhere")))
    })
  )
})
