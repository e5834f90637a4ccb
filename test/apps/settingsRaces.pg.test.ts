import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../support/beside.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { details, world } from "./authConfigWorld.ts"
import { putLogo, svg } from "./logoImages.ts"

const parts = {
  registration: { self_registration: true, allowed_domains: ["example.com"], allowed_origins: ["https://a.example"] },
  "sign-in": { sign_in_methods: { password: false, email_code: true }, two_factor: "optional" },
  urls: {
    app_url: "https://a.example/",
    invite_url: "https://a.example/{token}",
    verify_url: null,
    reset_url: null,
    mcp_login_url: null
  },
  mcp: { mcp_enabled: true },
  look: { hosted_accent: "#00ff9a" }
} as const

const words = { subject: "Hello", text: "{{ link }}" }

/** The settings of a new app, and every write to them. */
const makeWrites = Effect.gen(function* () {
  const made = yield* world
  const { app, developer, path, put } = made
  const as = developer.token
  const template = `/api/apps/${app.id}/mail-templates/invite`
  yield* call("PUT", template, { as, body: words })
  const writes = {
    ...Object.fromEntries(Object.entries(parts).map(([part, body]) => [part, put(part, body)])),
    logo: putLogo(`${path}/logo`, { as, type: "image/svg+xml", body: svg() }),
    "no logo": call("DELETE", `${path}/logo`, { as }),
    template: call("PUT", template, { as, body: { ...words, html: "<p></p>" } }),
    "the same template": call("PUT", template, { as, body: words }),
    "no template": call("DELETE", template, { as })
  }
  return { ...made, writes }
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("the settings of an app", (it) => {
  it.effect("the settings of an app that is deleted meanwhile are not found, whichever is written", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const names = Object.keys((yield* makeWrites).writes)
      for (const name of names) {
        const { app, writes } = yield* makeWrites
        const answer = yield* beside(sql`DELETE FROM apps WHERE id = ${app.id}`, writes[name as keyof typeof writes])
        assert.deepStrictEqual(refusal(answer), [404, "not_found"], name)
      }
    })
  )

  it.effect("the settings of an app: a write of one part does not undo a concurrent write of another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [part, body] of Object.entries(parts)) {
        const { app, get, put } = yield* world
        const deed = sql`
          UPDATE apps SET self_registration = true, two_factor = 'required', app_url = 'https://b.example/',
            mcp_enabled = true, hosted_accent = '#111111', name = 'Renamed' WHERE id = ${app.id}`
        const answer = yield* beside(deed, put(part, body))
        const { hosted_pages: _, updated_at: __, ...expected } = (yield* get).body
        assert.deepInclude(answer.body, expected, part)
        const others = {
          self_registration: true,
          two_factor: "required",
          app_url: "https://b.example/",
          mcp_enabled: true,
          hosted_accent: "#111111"
        }
        assert.deepInclude(answer.body, { ...others, ...body }, part)
      }
    })
  )

  it.effect("the settings of an app keep all parts that are written at once, and each change is recorded once", () =>
    Effect.gen(function* () {
      const { app, developer, get, orgId, path, put } = yield* world
      const as = developer.token
      const each = Object.entries(parts).flatMap(([part, body]) => [put(part, body), put(part, body)])
      const logo = putLogo(`${path}/logo`, { as, type: "image/svg+xml", body: svg() })
      const answers = yield* Effect.all([...each, logo, logo], { concurrency: "unbounded" })
      assert.isTrue(answers.every(({ status }) => status === 200))
      const { body } = yield* get
      assert.deepInclude(body, Object.assign({}, ...Object.values(parts)))
      assert.include(body.hosted_logo_url, `/app/${app.identifier}/logo`)
      const recorded = (yield* details(orgId)).map((entry: any) => entry.part)
      assert.sameMembers(recorded, [...Object.keys(parts), "logo"])
    })
  )
})
