import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Settings } from "../../../packages/server/src/platform/settings/Settings.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const readFrom = (env: Record<string, string>) =>
  Settings.pipe(
    Effect.provide(Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(env)))))
  )

const mistakes = (env: Record<string, string>) =>
  Effect.map(Effect.flip(readFrom(env)), (error) => (error._tag === "SettingsMistaken" ? error.mistakes : []))

const key = "test_0123456789abcdef"
const seller = {
  name: "Robot Fleet Cloud GmbH",
  line1: "Torstraße 1",
  postal_code: "10119",
  city: "Berlin",
  country: "DE",
  vat_id: "DE123456789",
  email: "billing@example.com",
  phone: "+49 30 1234567",
  contact: "Accounts",
  register: "HRB 12345 B"
}

describe("settings of billing", () => {
  it.effect("have no provider by default, and the provider's and VIES's own addresses", () =>
    Effect.gen(function* () {
      const settings = yield* readFrom({ FLEET_DATA: yield* temporaryFolder, BASE_URL: "https://fleet.example.com/" })
      assert.isTrue(Option.isNone(settings.mollieApiKey))
      assert.isTrue(Option.isNone(settings.seller))
      assert.strictEqual(settings.mollieUrl, "https://api.mollie.com/v2")
      assert.strictEqual(settings.viesUrl, "https://ec.europa.eu/taxation_customs/vies/rest-api")
      assert.strictEqual(settings.billingWebhookUrl, "https://fleet.example.com")
      assert.strictEqual(settings.invoicePrefix, "RF")
    })
  )

  it.effect("take the key and the seller from files", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.promise(() => writeFile(join(folder, "key"), `${key}\n`))
      yield* Effect.promise(() => writeFile(join(folder, "seller.json"), JSON.stringify(seller)))
      const settings = yield* readFrom({
        FLEET_DATA: folder,
        MOLLIE_API_KEY_FILE: join(folder, "key"),
        MOLLIE_URL: "http://127.0.0.1:9000/v2/",
        BILLING_WEBHOOK_URL: "https://hooks.example.com/",
        VIES_URL: "http://127.0.0.1:9001",
        SELLER_FILE: join(folder, "seller.json"),
        INVOICE_PREFIX: "A123456789",
        RATE_LIMITS: "billing_checkout=1 billing_vat_check=2 billing_send=3 billing_webhook=4"
      })
      assert.strictEqual(Redacted.value(Option.getOrThrow(settings.mollieApiKey)), key)
      assert.deepStrictEqual(Option.getOrThrow(settings.seller), seller)
      assert.strictEqual(settings.mollieUrl, "http://127.0.0.1:9000/v2")
      assert.strictEqual(settings.billingWebhookUrl, "https://hooks.example.com")
      assert.strictEqual(settings.viesUrl, "http://127.0.0.1:9001")
      assert.strictEqual(settings.invoicePrefix, "A123456789")
      assert.deepStrictEqual(
        Object.values(settings.rateLimits).map(({ limit }) => limit),
        [1, 2, 3, 4]
      )
    })
  )

  it.effect("are refused with a provider and no seller", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* mistakes({ MOLLIE_API_KEY: key }), [
        "SELLER is needed with MOLLIE_API_KEY: what invoices say of who sells."
      ])
    })
  )

  it.effect("are refused with a mistake in the seller, which is named, and the key is not shown", () =>
    Effect.gen(function* () {
      const { city: _, ...without } = seller
      for (const [given, named] of [
        [{ ...seller, vat_rate_percent: 19.5 }, "vat_rate_percent"],
        [{ ...seller, vat_rate_percent: 101 }, "vat_rate_percent"],
        [{ ...seller, country: "Germany" }, "country"],
        [{ ...seller, logo: "x" }, "logo"],
        [without, "city"]
      ] as const) {
        const [mistake, ...others] = yield* mistakes({ MOLLIE_API_KEY: key, SELLER: JSON.stringify(given) })
        assert.include(mistake, "SELLER is wrong")
        assert.include(mistake, named)
        assert.lengthOf(others, 0)
        assert.notInclude(mistake, key)
      }
      assert.lengthOf(yield* mistakes({ SELLER: "{" }), 1)
      assert.lengthOf(yield* mistakes({ SELLER: JSON.stringify(seller), SELLER_FILE: "/nowhere" }), 1)
      assert.lengthOf(yield* mistakes({ SELLER_FILE: "/nowhere" }), 1)
    })
  )

  it.effect("are refused for a key, an address or a prefix of another form", () =>
    Effect.gen(function* () {
      const found = yield* mistakes({
        MOLLIE_API_KEY: "hunter2",
        MOLLIE_URL: "ftp://here",
        BILLING_WEBHOOK_URL: "here",
        VIES_URL: "there",
        INVOICE_PREFIX: "A1234567890"
      })
      assert.lengthOf(found, 5)
      assert.notInclude(found.join(), "hunter2")
      assert.lengthOf(yield* mistakes({ INVOICE_PREFIX: "rf" }), 1)
    })
  )
})
