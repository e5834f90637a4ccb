import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeSample } from "../support/effort.ts"
import { makeSurface, operations } from "./operations.ts"
import { abuseApp, isEnvelope, logged, raw } from "./world.ts"

const types = [
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "application/jsonp",
  "a",
  ";"
]
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "BREW"]

/** The same body in words that some readers take for another one. */
const twisted = (good: string): ReadonlyArray<string> => [
  good.replace(/^\{/, '{"__proto__":{"a":1},'),
  good.replace(/"([^"]+)":/, '"$1":1e400,"$1":'),
  good.replace(/"([^"]+)":/, '"$1":-1e-400,"$1":[],"$1":'),
  good.replace(/:"[^"]*"/, ":1e400"),
  good.replace(/:"[^"]*"/, `:${"9".repeat(400)}`),
  `[${good}]`,
  `${good}${good}`,
  `\t\n ${good} \n`
]

/** Tests every so manieth route from one on, so that no file takes long. */
export const testRequests = (first: number, every: number) =>
  layer(abuseApp(["waitlist"], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })(
    "a request",
    (it) => {
      it.effect(
        `a request of whatever type, method and path is answered with what it asked for or the envelope: part ${first + 1} of ${every}`,
        () =>
          Effect.gen(function* () {
            const surface = yield* makeSurface
            const sample = makeSample()
            const ask = Effect.fnUntraced(function* (
              method: string,
              path: string,
              headers: Readonly<Record<string, string>>,
              body?: string
            ) {
              const answer = yield* raw(method, path, headers, body)
              const where = `${method} ${path} ${headers["content-type"]} ${body?.slice(0, 80)}: ${answer.status} ${answer.text.slice(0, 200)}`
              // There is no payment provider here.
              if (!answer.text.includes("billing_unavailable")) assert.isBelow(answer.status, 500, where)
              const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true && method === "GET"
              if (answer.status >= 400 && !isPage) assert.isTrue(isEnvelope(answer), where)
              return { status: answer.status, where }
            })
            for (const operation of operations.filter((_, at) => at % every === first)) {
              const { method, path: template } = operation
              const path = surface.pathOf(template)
              const headers = surface.headersOf(operation)
              for (const other of sample(methods)) {
                if (operations.some((some) => some.method === other && some.path === template)) continue
                yield* ask(other, path, headers)
              }
              for (const odd of sample([
                path.replace(/^(\/.+)\/([^/]*)$/, "$1%2F$2"),
                `${path}/..%2f..%2fetc%2fpasswd`,
                `/${path}`
              ])) {
                if (odd === path) continue
                const { status, where } = yield* ask(method, odd, headers)
                assert.isAtLeast(status, 400, where)
              }
              if (operation.body === null) continue
              const good = JSON.stringify(surface.bodyOf(operation))
              for (const type of sample(types)) yield* ask(method, path, { ...headers, "content-type": type }, good)
              for (const body of sample(twisted(good)))
                yield* ask(method, path, { ...headers, "content-type": "application/json" }, body)
            }
            assert.deepStrictEqual(
              logged.filter((line) => line.includes("request failed")),
              []
            )
          }),
        600_000
      )
    }
  )
