import { assert, describe, layer } from "@effect/vitest"
import { OrgId } from "@fleet/domain/Ids"
import { answerText } from "@fleet/server/robots/config/answerText"
import { ConfigTexts } from "@fleet/server/robots/config/ConfigTexts"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { anOrgWithRobot } from "../world.ts"

const orgId = OrgId.make(randomUUID())
const padded = (source: string) => `${source}\n# ${"x".repeat(40_000)}\n`
const texts = {
  document: "platform: 1\ndatapoints:\n  battery: {topic: /a, type: a/msg/B}\n",
  "not one": "a: [1, 2.5, 9007199254740993, -0, null, true, {b: c}]",
  "a key that objects have": "__proto__: {a: 1}\nconstructor: 2\n",
  aliases: "a: &a {b: [1, 2]}\nc: *a\nd: [*a, *a]\n",
  "no YAML": "a: [1,\nb: }",
  unstorable: "a: &a [*a]"
}

layer(ConfigTexts.layer, { excludeTestServices: true })("a configuration's text", (it) => {
  it.effect.each(Object.entries(texts))(
    "a configuration's text that is long says what a short one does: %s",
    ([, short]) =>
      Effect.gen(function* () {
        const { read, rename } = yield* ConfigTexts
        for (const source of [short, padded(short)]) {
          assert.deepStrictEqual(yield* read(orgId, source), answerText({ source, rename: null }))
          const renamed = yield* rename(orgId, source, "battery", "charge")
          assert.strictEqual(renamed, answerText({ source, rename: { from: "battery", to: "charge" } }))
        }
      })
  )

  it.effect("a configuration's text that is long has what is aliased once", () =>
    Effect.gen(function* () {
      const read = yield* (yield* ConfigTexts).read(orgId, padded(texts.aliases))
      const { a, c, d } = (read as { readonly value: any }).value
      assert.isTrue(a === c && d[0] === a && d[1] === a)
    })
  )

  it.effect("a configuration's text is worked out once: what it says is kept with it", () =>
    Effect.gen(function* () {
      const { read } = yield* ConfigTexts
      const [one, other] = [padded("platform: 1\none: 1"), padded("platform: 1\nother: 1")]
      const first = yield* read(orgId, one)
      assert.notStrictEqual(yield* read(orgId, other), first)
      assert.strictEqual(yield* read(orgId, one), first)
    })
  )

  it.effect("a configuration's text that takes long leaves the event loop its turns", () =>
    Effect.gen(function* () {
      const { read } = yield* ConfigTexts
      let turns = 0
      let isOver = false
      const turn = () => {
        turns++
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      const { kind } = yield* read(orgId, `platform: 1\na: [${"1,".repeat(100_000)}]`)
      isOver = true
      assert.strictEqual(kind, "ok")
      assert.isAbove(turns, 10)
    })
  )
})

describe("a long draft", () => {
  layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })((it) => {
    it.effect("a long draft is kept, published, renamed in and restored as a short one", () =>
      Effect.gen(function* () {
        const { developer, path } = yield* anOrgWithRobot
        const as = developer.token
        const source = padded(texts.document)
        const draft = (body: object) => call("PUT", `${path}/config/draft`, { as, body })
        assert.strictEqual((yield* draft({ source })).body.doc.datapoints.battery.topic, "/a")
        assert.strictEqual((yield* draft({ source: padded(texts["no YAML"]) })).body.code, "invalid_yaml")
        assert.strictEqual((yield* call("GET", `${path}/config/draft`, { as })).body.source, source)
        assert.strictEqual((yield* call("POST", `${path}/config/publish`, { as })).body.version, 1)
        const renamed = yield* call("POST", `${path}/config/rename-slug`, {
          as,
          body: { from: "battery", to: "charge" }
        })
        assert.strictEqual(renamed.status, 200)
        const now = yield* call("GET", `${path}/config/draft`, { as })
        assert.strictEqual(now.body.source, source.replace("battery:", "charge:"))
        const usage = yield* call("GET", `${path}/config/slug-usage/charge`, { as })
        assert.strictEqual(usage.status, 200)
        const restored = yield* call("POST", `${path}/config/versions/1/restore`, { as })
        assert.strictEqual(restored.body.source, source)
      })
    )
  })
})
