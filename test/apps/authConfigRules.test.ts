import { assert, describe, it } from "@effect/vitest"
import { AppInvitation } from "@fleet/domain/AppInvitations"
import {
  AppAuthConfig,
  PutAuthRegistrationRequest,
  PutAuthSignInRequest,
  PutAuthUrlsRequest
} from "@fleet/domain/AuthConfig"
import { RoleDatasheetResponse } from "@fleet/domain/Datasheet"
import { Effect, Schema } from "effect"

const takes = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownExit(Schema.toCodecJson(schema))
  return (value: unknown) => decode(value)._tag === "Success"
}

const registered = takes(PutAuthRegistrationRequest)
const takesOrigin = (origin: string) =>
  registered({ self_registration: true, allowed_domains: [], allowed_origins: [origin] })
const takesDomain = (domain: string) =>
  registered({ self_registration: true, allowed_domains: [domain], allowed_origins: [] })

const noUrls = { app_url: null, invite_url: null, verify_url: null, reset_url: null, mcp_login_url: null }
const takesUrls = takes(PutAuthUrlsRequest)
const takesInvite = (invite_url: string) => takesUrls({ ...noUrls, invite_url })
const takesApp = (app_url: string) => takesUrls({ ...noUrls, app_url })

const pattern = (expression: RegExp) => Schema.String.check(Schema.isPattern(expression))
const Label = pattern(/^[a-z][a-z0-9]{0,20}$/)
const Port = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 }))
const Path = pattern(/^[a-z0-9/._~-]{0,40}$/)

const survives = <A>(schema: Schema.Codec<A, unknown>) => {
  const codec = Schema.toCodecJson(schema)
  const equal = Schema.toEquivalence(schema)
  return ([value]: readonly [A]) =>
    Effect.gen(function* () {
      const wire = JSON.stringify(yield* Schema.encodeEffect(codec)(value))
      assert.isTrue(equal(yield* Schema.decodeUnknownEffect(codec)(JSON.parse(wire)), value), wire)
    })
}

describe("schemas of apps", () => {
  it.effect.prop("the record of sign-in settings survives encode and decode", [AppAuthConfig], survives(AppAuthConfig))
  it.effect.prop("the record of an app invitation survives encode and decode", [AppInvitation], survives(AppInvitation))
  it.effect.prop(
    "the record of a role datasheet survives encode and decode",
    [RoleDatasheetResponse],
    survives(RoleDatasheetResponse)
  )
  it.effect.prop(
    "the request of sign-in methods survives encode and decode",
    [PutAuthSignInRequest],
    survives(PutAuthSignInRequest)
  )
})

describe("an allowed origin", () => {
  it.effect.prop("an allowed origin is an https origin", [Label, Label, Port], ([host, top, port]) =>
    Effect.sync(() => {
      const { origin } = new URL(`https://${host}.${top}:${port}`)
      assert.isTrue(takesOrigin(origin))
      for (const wrong of [
        `${origin}/`,
        `${origin}?`,
        `${origin}#`,
        ` ${origin}`,
        `${origin} `,
        origin.toUpperCase()
      ]) {
        assert.isFalse(takesOrigin(wrong), wrong)
      }
      assert.isFalse(takesOrigin(origin.replace("https:", "http:")))
    })
  )

  it.effect.prop("an allowed origin is no other text", [Schema.String], ([text]) =>
    Effect.sync(() => {
      assert.isFalse(takesOrigin(text))
      const origin = URL.parse(`https://${text}`)?.origin
      const bare = origin === `https://${text}` && origin.length <= 200 && !text.includes("*")
      assert.strictEqual(takesOrigin(`https://${text}`), bare)
    })
  )
})

describe("an allowed domain", () => {
  it.effect.prop("an allowed domain is two or more lowercase labels", [Schema.Array(Label)], ([labels]) =>
    Effect.sync(() => {
      const domain = labels.join(".")
      assert.strictEqual(takesDomain(domain), labels.length >= 2 && domain.length <= 253)
      assert.isFalse(takesDomain(`${domain}.`))
      assert.isFalse(takesDomain(`.${domain}`))
      assert.isFalse(takesDomain(`x@${domain}`))
      if (domain !== "") assert.isFalse(takesDomain(domain.toUpperCase()))
    })
  )
})

describe("the template of a link", () => {
  it.effect.prop(
    "a link template has its placeholder once, after the host",
    [Label, Path, Path],
    ([host, before, after]) =>
      Effect.sync(() => {
        for (const base of [`https://${host}.example`, "http://localhost:3000", "http://127.0.0.1", "http://[::1]:1"]) {
          assert.isTrue(takesInvite(`${base}/${before}{token}${after}`), base)
          assert.isTrue(takesInvite(`${base}/${before}?t={token}&x=${after}`), base)
          assert.isTrue(takesInvite(`${base}/${before}#{token}`), base)
          assert.isFalse(takesInvite(`${base}/${before}${after}`), base)
          assert.isFalse(takesInvite(`${base}/${before}{token}{token}${after}`), base)
          assert.isTrue(takesApp(`${base}/${before}${after}`), base)
          assert.isFalse(takesApp(`${base}/${before}{${after}`), base)
        }
        assert.isFalse(takesInvite(`http://${host}.example/${before}{token}`))
        assert.isFalse(takesInvite(`https://{token}${host}.example/`))
        assert.isFalse(takesInvite(`https://${host}:{token}@b.example/`))
        assert.isFalse(takesInvite(`https:\\\\${host}.example/{token}`))
      })
  )

  it.effect.prop(
    "a link template keeps its host whatever the token",
    [Schema.String, Schema.String],
    ([before, after]) =>
      Effect.sync(() => {
        const template = `https://${before}{token}${after}`
        if (!takesInvite(template)) return
        const hosts = ["a", "Zz9_-", "0"].map((token) => new URL(template.replace("{token}", token)).host)
        assert.strictEqual(new Set(hosts).size, 1)
      })
  )

  it.effect.prop("a link template is not just any text", [Schema.String], ([text]) =>
    Effect.sync(() => {
      assert.isFalse(takesInvite(text))
      assert.isFalse(takesInvite(`${text}{token}`))
      assert.isFalse(takesApp(text))
    })
  )
})
