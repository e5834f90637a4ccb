import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeSample } from "../support/effort.ts"
import { makeSurface, operations } from "./operations.ts"
import { abuseApp, isEnvelope, logged, raw, stateOf } from "./world.ts"

const hostile: ReadonlyArray<string> = [
  "'",
  "' OR '1'='1",
  "%",
  "_",
  "\\",
  "\\' OR 1=1 --",
  "; DROP TABLE developers; --",
  "$1",
  "NaN",
  "Infinity",
  "-1",
  "1e309",
  "9".repeat(40),
  "9223372036854775808",
  "00000000-0000-4000-8000-00000000000g",
  "{}",
  "__proto__",
  "\u202E\u2028\u{10FFFF}",
  "x".repeat(4000),
  "",
  "\r\nSet-Cookie: a=b"
]
/** Percent signs that the caller wrote himself. */
const encodings: ReadonlyArray<string> = ["%00", "%ff", "%c0%ae", "%", "%25", "%2e%2e%2f", "%0d%0aX-A:b"]

const isPage = (path: string) => path.startsWith("/console/") || path.startsWith("/app/") || path.startsWith("/accept")

/** Tests every so manieth route from one on, so that no file takes long. */
export const testQueries = (first: number, every: number) =>
  layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a path or a query", (it) => {
    it.effect(
      `a path or a query of whatever text is answered, and changes nothing: part ${first + 1} of ${every}`,
      () =>
        Effect.gen(function* () {
          const surface = yield* makeSurface
          const sample = makeSample()
          const tables = ["developers", "app_users", "apps", "roles", "robots", "audit_events"]
          const before = yield* stateOf(tables)
          const ask = Effect.fnUntraced(function* (
            method: string,
            path: string,
            headers: Readonly<Record<string, string>>
          ) {
            const answer = yield* raw(method, path, headers)
            const where = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`
            assert.isBelow(answer.status, 500, where)
            if (answer.status >= 400 && !isPage(path)) assert.isTrue(isEnvelope(answer), where)
            assert.isNull(answer.headers.get("x-a"), where)
            assert.notInclude(answer.headers.getSetCookie().join(), "a=b", where)
            return answer
          })
          for (const operation of operations.filter((_, at) => at % every === first)) {
            const headers = surface.headersOf(operation)
            const path = surface.pathOf(operation.path)
            if (operation.method === "GET") {
              for (const name of operation.query) {
                for (const value of sample([...hostile.map(encodeURIComponent), ...encodings]))
                  yield* ask("GET", `${path}?${name}=${value}`, headers)
                yield* ask("GET", `${path}?${name}=1&${name}=2`, headers)
                yield* ask("GET", `${path}?${name}[]=1&${name}[a]=2`, headers)
              }
            }
            // A parameter of the path is looked up whatever the method; none of these names anything.
            for (const [parameter] of operation.path.matchAll(/\{\w+\}/g)) {
              const values =
                operation.method === "GET" ? sample([...hostile.map(encodeURIComponent), ...encodings]) : ["'", "%25"]
              for (const value of values.filter((value) => value !== "")) {
                const answer = yield* ask(
                  operation.method,
                  surface.pathOf(operation.path.replace(parameter, () => value)),
                  headers
                )
                // Withdrawing what nobody gave is done already.
                if (!isPage(path) && parameter !== "{clientId}")
                  assert.isAtLeast(answer.status, 400, `${operation.method} ${operation.path} ${value}`)
              }
            }
          }
          assert.deepStrictEqual(yield* stateOf(tables), before)
          assert.deepStrictEqual(
            logged.filter((line) => line.includes("request failed")),
            []
          )
        }),
      600_000
    )
  })
