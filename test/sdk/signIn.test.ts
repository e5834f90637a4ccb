import { assert, describe, it } from "@effect/vitest"
import { createClient, FleetError } from "../../packages/client-sdk/src/index.ts"
import { FakeService, identity, tokens } from "./support/FakeService.ts"

const credentials = { email: "ann@example.com", password: "correct horse battery" }
const challenged = (status: string) =>
  FakeService.start({
    "POST /api/client/login": () => [200, { status, challenge: "c-1" }],
    "GET /api/client/me": () => [200, identity]
  })

describe("signing in", () => {
  it("signing in asks for the code of an authenticator, again after a wrong one", async () => {
    await using service = await challenged("two_factor_required")
    service.on("POST /api/client/two-factor/verify", ({ body }) =>
      (body as { readonly code: string }).code === "123456"
        ? [200, tokens(1)]
        : [400, { code: "invalid_code", message: "Wrong.", details: { attempts_left: 4 } }]
    )
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const step = await fleet.auth.signInWithPassword(credentials)
    if (step.status !== "two_factor") return assert.fail(step.status)
    const wrong = await step.verify({ code: "000000" }).catch((error: unknown) => error)
    assert.isTrue(FleetError.is(wrong) && wrong.is("invalid_code") && wrong.details?.attempts_left === 4)
    const done = await step.verify({ code: "123456" })
    assert.strictEqual(done.status, "signed_in")
    assert.strictEqual(done.session.user.email, "ann@example.com")
    assert.deepStrictEqual(service.seen.findLast(({ path }) => path.endsWith("verify"))?.body, {
      challenge: "c-1",
      code: "123456"
    })
  })

  it("signing in takes a recovery code instead", async () => {
    await using service = await challenged("two_factor_required")
    service.on("POST /api/client/two-factor/verify", () => [200, tokens(1)])
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const step = await fleet.auth.signInWithPassword(credentials)
    if (step.status !== "two_factor") return assert.fail(step.status)
    await step.verify({ recoveryCode: "abcde-fghij" })
    const verify = service.seen.find(({ path }) => path.endsWith("verify"))
    assert.deepStrictEqual(verify?.body, { challenge: "c-1", recovery_code: "abcde-fghij" })
  })

  it("signing in sets an authenticator up where the app requires one, and hands the recovery codes over", async () => {
    await using service = await challenged("two_factor_setup_required")
    service.on("POST /api/client/two-factor/setup", () => [200, { secret: "JBSW", otpauth_url: "otpauth://totp/x" }])
    service.on("POST /api/client/two-factor/setup/confirm", () => [
      200,
      { recovery_codes: ["abcde-fghij"], session: tokens(1) }
    ])
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const step = await fleet.auth.signInWithPassword(credentials)
    if (step.status !== "two_factor_setup") return assert.fail(step.status)
    assert.strictEqual((await step.setup()).secret, "JBSW")
    const done = await step.confirm({ code: "123456" })
    assert.deepStrictEqual(done.recoveryCodes, ["abcde-fghij"])
    assert.strictEqual((await fleet.auth.session())?.accessToken, "access-1")
  })

  it("signing in hands the recovery codes over in the end when the connection breaks after they came", async () => {
    await using service = await challenged("two_factor_setup_required")
    service.on("POST /api/client/two-factor/setup/confirm", () => [
      200,
      { recovery_codes: ["abcde-fghij"], session: tokens(1) }
    ])
    service.on("GET /api/client/me", () => [403, { code: "org_locked", message: "Locked." }])
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const step = await fleet.auth.signInWithPassword(credentials)
    if (step.status !== "two_factor_setup") return assert.fail(step.status)
    assert.strictEqual(await step.confirm({ code: "123456" }).catch((error: FleetError) => error.code), "org_locked")
    service.on("GET /api/client/me", () => [200, identity])
    assert.deepStrictEqual((await step.confirm({ code: "123456" })).recoveryCodes, ["abcde-fghij"])
    assert.strictEqual(service.count("POST /api/client/two-factor/setup/confirm"), 1)
  })

  it("signing in says at once that there were too many tries, to the person who waits", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [
        429,
        { code: "rate_limited", message: "Slow down.", details: { retry_after_ms: 50 } }
      ]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const error = await fleet.auth.signInWithPassword(credentials).catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("rate_limited") && error.details.retry_after_ms === 50)
    assert.strictEqual(service.count("POST /api/client/login"), 1)
  })
})
