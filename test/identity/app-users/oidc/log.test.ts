import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { unique } from "../../../support/people.ts"
import { testAppWithMail } from "../../../support/MailSink.ts"
import { clientSecret } from "./identityProvider.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { begin, comeBack, exchange, makeCranes, outcome, wide } from "./world.ts"

const lines: Array<string> = []
const Told = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])

const LoggedApp = testAppWithMail({ outboundAllow: ["127.0.0.0/8"], rateLimits: wide }, Told).pipe(
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "All"))
)

layer(LoggedApp, { excludeTestServices: true, timeout: "60 seconds" })(
  "the log of sign-ins through providers",
  (it) => {
    it.effect("says why one failed, and nothing that is secret or a person's", () =>
      Effect.gen(function* () {
        const world = yield* makeCranes
        const idp = yield* makeHostileProvider
        const provider = yield* world.addProvider(idp.issuer)
        const email = `ann-${unique()}@example.com`
        const secrets = [clientSecret, email]
        for (const verified of [true, false]) {
          idp.claims = { sub: unique(), email, email_verified: verified }
          const { at, verifier } = yield* begin(world)
          const providerCode = unique()
          const { to } = yield* comeBack(idp.comingBack(at, { code: providerCode }))
          const code = to!.searchParams.get("code") ?? "no-code-came-back"
          if (outcome(to) === "code") yield* exchange(code, verifier)
          const asked = new URL(at).searchParams
          secrets.push(
            verifier,
            providerCode,
            code,
            asked.get("state")!,
            asked.get("nonce")!,
            idp.tokenRequest.get("code_verifier")!
          )
        }
        yield* world.patch(provider.id, { client_secret: `another ${clientSecret}` })
        const told = lines.join("\n")
        assert.include(told, "email_unverified")
        assert.include(told, provider.id)
        for (const secret of secrets) assert.notInclude(told, secret)
      })
    )
  }
)
