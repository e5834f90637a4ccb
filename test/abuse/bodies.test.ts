import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { makeSample } from "../support/effort.ts"
import { makeSurface, operations, stringsIn, withAt } from "./operations.ts"
import { abuseApp, isEnvelope, logged, raw, stateOf, WithoutTurns } from "./world.ts"

const withBodies = operations.filter(({ body }) => body !== null)
const deep = (open: string, close: string) => `${open.repeat(100_000)}0${close.repeat(100_000)}`

/** In the place of a whole body. */
const bodies = (good: string): Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> => ({
  "deep lists": deep("[", "]"),
  "deep objects": deep('{"a":', "}"),
  "no JSON": good.slice(0, -1),
  "a byte order mark": `\uFEFF${good}`,
  "bytes that are no text": Buffer.concat([
    Buffer.from(good.slice(0, -1)),
    Buffer.from([0x2c, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d])
  ]),
  nothing: ""
})

/** Taken by no closed body; an open one leaves them out. */
const members = (good: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      "a prototype": '"__proto__":{"tier":"owner","status":"active"}',
      "a constructor": '"constructor":{"prototype":{"tier":"owner"}}',
      "an endless number": '"big":1e400',
      "a deep member": `"deep":${deep("[", "]")}`
    }).map(([name, member]) => [name, good.replace(/^\{/, `{${member}${good === "{}" ? "" : ","}`)])
  )

layer(abuseApp([], { signUp: "open" }).pipe(Layer.provide(WithoutTurns)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a body", (it) => {
  it.effect(
    "a body that is too large, too deep or no JSON is refused with the envelope",
    () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const sample = makeSample()
        for (const operation of withBodies) {
          const good = surface.bodyOf(operation)
          const path = surface.pathOf(operation.path)
          const headers = { "content-type": "application/json", ...surface.headersOf(operation) }
          const send = Effect.fnUntraced(function* (name: string, body: string | Uint8Array<ArrayBuffer>) {
            const answer = yield* raw(operation.method, path, headers, body)
            const where = `${operation.method} ${operation.path} with ${name}: ${answer.status} ${answer.text.slice(0, 200)}`
            assert.isBelow(answer.status, 500, where)
            if (answer.status >= 400) assert.isTrue(isEnvelope(answer), where)
            return { status: answer.status, where }
          })
          const mustRefuse = ({ status, where }: { readonly status: number; readonly where: string }) =>
            assert.isAtLeast(status, 400, where)

          const [first] = stringsIn(good)
          const tries = Object.entries(bodies(JSON.stringify(good)))
          if (first !== undefined) tries.push(["megabytes", JSON.stringify(withAt(good, first, "x".repeat(1_900_000)))])
          for (const [name, body] of sample(tries)) {
            const answer = yield* send(name, body)
            if (!(name === "nothing" && operation.mayBeEmpty)) mustRefuse(answer)
          }
        }
        assert.deepStrictEqual(
          logged.filter((line) => line.includes("request failed")),
          []
        )
      }),
    600_000
  )

  it.effect("a body with members that it does not have changes nothing by them, by whatever name", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      const sample = makeSample()
      const before = yield* stateOf(["developers", "app_users", "orgs", "apps", "roles"])
      for (const operation of withBodies) {
        if (operation.body.additionalProperties !== false) continue
        const path = surface.pathOf(operation.path)
        const headers = { "content-type": "application/json", ...surface.headersOf(operation) }
        for (const [name, body] of sample(Object.entries(members(JSON.stringify(surface.bodyOf(operation)))))) {
          const answer = yield* raw(operation.method, path, headers, body)
          const where = `${operation.method} ${operation.path} with ${name}: ${answer.status} ${answer.text.slice(0, 200)}`
          assert.isAtLeast(answer.status, 400, where)
          assert.isBelow(answer.status, 500, where)
          assert.isTrue(isEnvelope(answer), where)
        }
      }
      assert.deepStrictEqual(yield* stateOf(["developers", "app_users", "orgs", "apps", "roles"]), before)
    })
  )
})
