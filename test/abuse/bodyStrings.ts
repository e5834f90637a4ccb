import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeSample } from "../support/effort.ts"
import { makeSurface, operations, stringsIn, withAt } from "./operations.ts"
import { abuseApp, isEnvelope, logged, raw } from "./world.ts"

/** In the place of any string. What stands under `refused` is never taken. */
const refused = {
  "a long text": "x".repeat(100_001),
  NUL: "a\0b",
  "half a surrogate pair": "a\ud800b",
  nothing: "",
  "a number": 7,
  "a large number": 1e300,
  "an object": { toString: "x", length: 1 },
  "a list": [["x"]]
}
/** Of those, the ones that free text does not take either. */
const unkept: ReadonlySet<string> = new Set(["NUL", "half a surrogate pair"])
const hostile = {
  "the name of a prototype": "__proto__",
  "a quote": "\\'; DROP TABLE developers; --",
  "a header": "a\r\nBcc: b@example.com\r\n\r\nc",
  "odd characters": "\u202Ea\u2066b\u2028c\u2029d\u0085e\uFFFF\u{10FFFF}",
  "a template": "{{ constructor.constructor('return 1')() }}{% include 'x' %}<script>1</script>%_"
}

/** Tests strings of bodies at every so manieth route from one on, so that no file takes long. */
export const testStrings = (first: number, every: number) =>
  layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("a body", (it) => {
    it.effect(
      `a body of whatever strings is answered, and what is no string of use is refused: part ${first + 1} of ${every}`,
      () =>
        Effect.gen(function* () {
          const surface = yield* makeSurface
          const sample = makeSample()
          for (const operation of operations
            .filter(({ body }) => body !== null)
            .filter((_, at) => at % every === first)) {
            const good = surface.bodyOf(operation)
            const path = surface.pathOf(operation.path)
            const headers = { "content-type": "application/json", ...surface.headersOf(operation) }
            const send = Effect.fnUntraced(function* (name: string, body: string) {
              const answer = yield* raw(operation.method, path, headers, body)
              const where = `${operation.method} ${operation.path} with ${name}: ${answer.status} ${answer.text.slice(0, 200)}`
              assert.isBelow(answer.status, 500, where)
              if (answer.status >= 400) assert.isTrue(isEnvelope(answer), where)
              return { status: answer.status, where }
            })
            for (const place of stringsIn(good)) {
              const at = place.join(".")
              for (const [name, value] of sample(Object.entries(refused))) {
                // Free text of a robot's own is any JSON, and a draft may be empty.
                const isFree = at.startsWith("details") || at.startsWith("params") || at.startsWith("message")
                const { status, where } = yield* send(`${name} at ${at}`, JSON.stringify(withAt(good, place, value)))
                if (!(isFree || at.startsWith("credential") || at === "source") || unkept.has(name))
                  assert.isAtLeast(status, 400, where)
              }
              for (const [name, value] of sample(Object.entries(hostile)))
                yield* send(`${name} at ${at}`, JSON.stringify(withAt(good, place, value)))
            }
          }
          assert.deepStrictEqual(
            logged.filter((line) => line.includes("request failed")),
            []
          )
        }),
      600_000
    )
  })
