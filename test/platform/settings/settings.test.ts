import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Settings, settingsTable } from "../../../packages/server/src/platform/settings/Settings.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const readFrom = (env: Record<string, string>) =>
  Settings.pipe(
    Effect.provide(Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)))))
  )

const longEnough = "0123456789abcdef0123456789abcdef"

describe("settings", () => {
  it.effect("settings have defaults for everything", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = yield* readFrom({ FLEET_DATA: folder })
      assert.strictEqual(settings.baseUrl, "http://127.0.0.1:8787")
      assert.strictEqual(settings.portalUrl, "http://localhost:8787")
      assert.strictEqual(settings.passkeyDomain, "localhost")
      assert.deepStrictEqual(settings.consoleRedirects, [
        "http://localhost:8787/signed-in",
        "http://127.0.0.1:8787/signed-in"
      ])
      assert.strictEqual(settings.signUp, "closed")
      assert.isTrue(Option.isNone(settings.newOrgPlan))
      assert.isTrue(Option.isNone(settings.mailUrl))
      assert.isFalse(settings.demo)
      assert.strictEqual(settings.trustedProxies, 0)
      assert.strictEqual(settings.consoleOrigin, settings.portalUrl)
      assert.isTrue(Option.isNone(settings.databaseUrl))
      assert.strictEqual(settings.logLevel, "Info")
    })
  )

  it.effect("settings put the console at the portal's origin, or where it is said to be", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const [given, origin, redirects] of [
        [
          { BASE_URL: "https://fleet.example.com" },
          "https://fleet.example.com",
          ["https://fleet.example.com/signed-in"]
        ],
        [
          { BASE_URL: "https://api.example.com", PORTAL_URL: "https://id.example.com/portal" },
          "https://id.example.com",
          ["https://id.example.com/signed-in", "https://api.example.com/signed-in"]
        ],
        [
          { BASE_URL: "http://127.0.0.1:9000", CONSOLE_ORIGIN: "http://localhost:5173/" },
          "http://localhost:5173",
          ["http://localhost:5173/signed-in"]
        ]
      ] as const) {
        const settings = yield* readFrom({ FLEET_DATA: folder, ...given })
        assert.strictEqual(settings.consoleOrigin, origin)
        assert.deepStrictEqual(settings.consoleRedirects, redirects)
      }
    })
  )

  it.effect("settings give the portal's address and the allowed console redirects", () =>
    Effect.gen(function* () {
      const settings = yield* readFrom({
        FLEET_DATA: yield* temporaryFolder,
        BASE_URL: "https://fleet.example.com",
        PORTAL_URL: "https://id.example.com/",
        PASSKEY_DOMAIN: "example.com",
        CONSOLE_ORIGIN: "https://console.example.com",
        CONSOLE_REDIRECTS: "https://console.example.com/back https://console.example.com/other?x=1",
        SIGN_UP: "open",
        NEW_ORG_PLAN: "plus",
        MAIL_URL: "smtps://user:secret@mail.example.com",
        RATE_LIMITS: "waitlist=1"
      })
      assert.strictEqual(settings.portalUrl, "https://id.example.com")
      assert.strictEqual(settings.passkeyDomain, "example.com")
      assert.deepStrictEqual(settings.consoleRedirects, [
        "https://console.example.com/back",
        "https://console.example.com/other?x=1"
      ])
      assert.strictEqual(settings.signUp, "open")
      assert.deepStrictEqual(settings.newOrgPlan, Option.some("plus"))
      assert.deepStrictEqual(settings.rateLimits, { waitlist: { limit: 1, windowMs: 60_000 } })
      const mistaken = yield* Effect.flip(
        readFrom({
          CONSOLE_REDIRECTS: "https://console.example.com/#back",
          PASSKEY_DOMAIN: "https://example.com",
          SIGN_UP: "yes",
          NEW_ORG_PLAN: "free",
          MAIL_URL: "http://user:hunter2@mail",
          MAIL_FROM: "nobody\r\nBcc: all@example.com",
          RATE_LIMITS: "waitlist=0",
          TRUSTED_PROXIES: "-1"
        })
      )
      assert.lengthOf(mistaken._tag === "SettingsMistaken" ? mistaken.mistakes : [], 8)
      assert.notInclude(mistaken.message, "hunter2")
    })
  )

  it.effect("settings are refused with every mistake at once, and no secret is shown", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        readFrom({
          PORT: "eighty",
          BASE_URL: "ftp://here",
          DATABASE_URL: "mysql://root:hunter2@db",
          FLEET_SECRET: "short",
          OPERATOR_TOKEN: longEnough,
          OPERATOR_TOKEN_FILE: "/nowhere",
          LOG_FORMAT: "xml",
          DRAIN_SECONDS: "1.5"
        })
      )
      assert.strictEqual(error._tag, "SettingsMistaken")
      assert.deepStrictEqual(error.mistakes, [
        'PORT must be a port (0 to 65535); it is "eighty".',
        'BASE_URL must be an http or https address; it is "ftp://here".',
        "DATABASE_URL must be a postgres:// address, with special characters of the password percent-encoded (%23 for #).",
        "FLEET_SECRET must be a text of at least 32 characters.",
        "OPERATOR_TOKEN and OPERATOR_TOKEN_FILE are both set; set one.",
        'DRAIN_SECONDS must be a whole number from 0 to 600; it is "1.5".',
        'LOG_FORMAT must be pretty or json; it is "xml".'
      ])
      assert.notInclude(error.message, "hunter2")
    })
  )

  it.effect("settings are refused where an address would fail later only, and a password in one is not shown", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        readFrom({
          HOST: "[::1]",
          MAIL_URL: "smtp://user:hunter#2@mail.example.com",
          DATABASE_URL: "postgres://user:hunter/2@db.example.com/fleet"
        })
      )
      assert.deepStrictEqual(error._tag === "SettingsMistaken" && error.mistakes, [
        'HOST must be an address or a name, without a port; it is "[::1]".',
        "MAIL_URL must be an smtp:// or smtps:// address, with special characters of the password percent-encoded (%23 for #).",
        "DATABASE_URL must be a postgres:// address, with special characters of the password percent-encoded (%23 for #)."
      ])
      const nowhere = yield* Effect.flip(readFrom({ HOST: "not a host", MAIL_URL: "smtp:///" }))
      assert.lengthOf(nowhere._tag === "SettingsMistaken" ? nowhere.mistakes : [], 2)
      const settings = yield* readFrom({ FLEET_DATA: yield* temporaryFolder, HOST: "::1" })
      assert.strictEqual(settings.baseUrl, "http://[::1]:8787")
    })
  )

  it.effect("settings are refused where passkeys would belong to a domain that the portal is not in", () =>
    Effect.gen(function* () {
      const on = (PASSKEY_DOMAIN: string) =>
        Effect.flatMap(temporaryFolder, (folder) =>
          readFrom({ FLEET_DATA: folder, PORTAL_URL: "https://id.example.com", PASSKEY_DOMAIN })
        )
      for (const domain of ["id.example.com", "example.com"]) {
        assert.strictEqual((yield* on(domain)).passkeyDomain, domain)
      }
      for (const domain of ["ample.com", "www.example.com", "my.id.example.com", "example.org"]) {
        const error = yield* Effect.flip(on(domain))
        assert.include(error.message, `the host of PORTAL_URL, id.example.com, or a domain above it; it is "${domain}"`)
      }
    })
  )

  it.effect("settings refuse a signing key file that has lost its key", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "secret")
      for (const left of ["", "\n", longEnough.slice(1)]) {
        yield* Effect.promise(() => writeFile(file, left))
        const error = yield* Effect.flip(readFrom({ FLEET_DATA: folder }))
        assert.include(error.message, `${file} must hold the signing key, at least 32 characters`)
        assert.include(error.message, "restore it from a backup")
        assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), left)
      }
    })
  )

  it.effect("settings take a variable that is set to nothing as not set, and an address without its last slash", () =>
    Effect.gen(function* () {
      const settings = yield* readFrom({
        FLEET_DATA: yield* temporaryFolder,
        PORT: "",
        BASE_URL: "https://fleet.example/",
        CONSOLE_ORIGIN: "https://console.example/start"
      })
      assert.strictEqual(settings.port, 8787)
      assert.strictEqual(settings.baseUrl, "https://fleet.example")
      assert.strictEqual(settings.consoleOrigin, "https://console.example")
    })
  )

  it.effect("settings read a secret from the file that its _FILE variable names", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "operator")
      yield* Effect.promise(() => writeFile(file, `${longEnough}\n`))
      const settings = yield* readFrom({ FLEET_DATA: folder, OPERATOR_TOKEN_FILE: file })
      assert.deepStrictEqual(Option.map(settings.operatorToken, Redacted.value), Option.some(longEnough))
      const missing = yield* Effect.flip(readFrom({ FLEET_DATA: folder, FLEET_SECRET_FILE: join(folder, "none") }))
      assert.include(missing.message, "FLEET_SECRET_FILE names")
    })
  )

  it.effect("settings keep one signing key that only its owner can read, also when servers start together", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "data")
      const keys = yield* Effect.all(
        Array.from({ length: 8 }, () =>
          Effect.map(readFrom({ FLEET_DATA: folder }), ({ secret }) => Redacted.value(secret))
        ),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(new Set(keys), 1)
      const file = join(folder, "secret")
      assert.strictEqual((yield* Effect.promise(() => readFile(file, "utf8"))).trim(), keys[0])
      assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["secret"])
    })
  )

  it("settings each have a row in the table", () => {
    const names = settingsTable.map((row) => row.name)
    assert.include(names, "PORT")
    assert.include(names, "FLEET_SECRET or FLEET_SECRET_FILE")
    assert.lengthOf(new Set(names), names.length)
  })
})
