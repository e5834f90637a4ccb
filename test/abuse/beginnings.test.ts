import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { get } from "node:http"
import { authorizePath } from "../identity/developers/portal/world.ts"
import { abuseApp, isEnvelope, raw, stateOf } from "./world.ts"

/** One call whose headers no client of ours would write. */
const written = Effect.fnUntraced(function* (path: string, cookie: string) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.callback<{ readonly status: number; readonly cookies: ReadonlyArray<string> }>((resume) => {
    const request = get(`${base}${path}`, { headers: { cookie } }, (response) => {
      response.resume()
      response.on("end", () =>
        resume(Effect.succeed({ status: response.statusCode!, cookies: response.headers["set-cookie"] ?? [] }))
      )
    })
    request.on("error", (error) => resume(Effect.die(error)))
  })
})

const few = { portal_authorize: { limit: 3, windowMs: 3_600_000 } }

layer(abuseApp([], { rateLimits: few }), { excludeTestServices: true, timeout: "60 seconds" })(
  "sign-ins to the console",
  (it) => {
    it.effect("sign-ins to the console are begun so often by one address, and no more of them are kept", () =>
      Effect.gen(function* () {
        for (let left = 3; left > 0; left--) assert.strictEqual((yield* raw("GET", authorizePath())).status, 302)
        const before = yield* stateOf(["oauth_interactions"])

        const refused = yield* raw("GET", authorizePath())
        assert.strictEqual(refused.status, 429, refused.text)
        assert.isTrue(isEnvelope(refused))
        assert.strictEqual(refused.headers.get("cache-control"), "no-store")
        assert.isNull(refused.headers.get("set-cookie"))

        const page = yield* raw("GET", authorizePath(), { accept: "text/html", "accept-language": "en" })
        assert.strictEqual(page.status, 429)
        assert.include(page.text, "Too many attempts.")
        assert.deepStrictEqual(yield* stateOf(["oauth_interactions"]), before)

        // What is refused in OAuth's own words leaves nothing, and is not counted.
        assert.strictEqual((yield* raw("GET", authorizePath({ client_id: "other" }))).status, 400)
        assert.strictEqual((yield* raw("GET", authorizePath({ state: "short" }))).status, 302)
      })
    )
  }
)

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("the cookies of a console sign-in", (it) => {
  it.effect.each(["é", "a b", "(", "a@b", '"', ",", "{}", "<"])(
    "the cookies of a console sign-in are given out and taken back beside others that look like them: %s",
    (odd) =>
      Effect.gen(function* () {
        const others = Array.from({ length: 12 }, (_, at) => `portal-${at}=x`)
        const answer = yield* written(authorizePath(), [`portal-${odd}=x`, ...others].join("; "))
        assert.strictEqual(answer.status, 302)
        const [fresh, ...older] = answer.cookies.map((cookie) => cookie.split("=", 1)[0]!)
        assert.match(fresh!, /^portal-[0-9a-f-]{36}$/)
        assert.deepStrictEqual(older, ["portal-0", "portal-1", "portal-2"])
      })
  )
})
