import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { makeSurface, operations } from "../../abuse/operations.ts"
import { abuseApp, raw, WithoutTurns } from "../../abuse/world.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { aRobot } from "../../robots/jobs/world.ts"
import { makeSample } from "../../support/effort.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

const brackets = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
const million = brackets(1_000_000)

const nested = (depth: number) => JSON.parse(brackets(depth)) as unknown
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
const tooLarge = invalid("body", "too_large")

layer(abuseApp().pipe(Layer.provide(WithoutTurns)), { excludeTestServices: true, timeout: "60 seconds" })(
  "body bounds",
  (it) => {
    it.effect("body bounds: no route takes a body of more than 32 levels, or of a million", () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const withBody = operations.filter(({ body }) => body !== null)
        const withMillion = new Set(makeSample()(withBody))
        for (const operation of withBody) {
          const headers = { "content-type": "application/json", ...surface.headersOf(operation) }
          const good = JSON.stringify(surface.bodyOf(operation))
          for (const deep of [brackets(32), ...(withMillion.has(operation) ? [million] : [])]) {
            const body = `{"deep":${deep}${good === "{}" ? "}" : `,${good.slice(1)}`}`
            const { status, text } = yield* raw(operation.method, surface.pathOf(operation.path), headers, body)
            const where = `${operation.method} ${operation.path}: ${status} ${text.slice(0, 200)}`
            assert.isAtLeast(status, 400, where)
            assert.isBelow(status, 500, where)
            // OAuth has refusals of its own.
            if (status === 400 && !operation.path.endsWith("/token")) assert.include(text, '"too_large"', where)
          }
        }
      })
    )

    it.effect("body bounds: a call of a job takes 50 parameters, and refuses more before it looks at them", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aRobot
        for (const [path, name] of [
          [`/api/robots/${robot.id}/jobs/dock`, "params"],
          [`/api/robots/${robot.id}/publishers/drive`, "message"]
        ] as const) {
          const ask = (params: unknown) => call("POST", path, { as: owner.token, body: { [name]: params } })
          const refused = yield* ask(keys(50))
          assert.deepStrictEqual([refused.status, refused.body.code], [400, "parameter_invalid"])
          assert.lengthOf(refused.body.details.violations, 20)
          assert.strictEqual(refused.body.details.more, 31)
          assert.deepInclude(refused.body.details.violations[0], { field: "speed", rule: "required" })
          const listed = yield* ask(keys(19))
          assert.lengthOf(listed.body.details.violations, 20)
          assert.notProperty(listed.body.details, "more")
          assert.deepStrictEqual(refusal(yield* ask(keys(51))), tooLarge)
          assert.deepStrictEqual(refusal(yield* ask(keys(170_000))), tooLarge)
          assert.deepStrictEqual((yield* ask({ speed: nested(30) })).body.code, "parameter_invalid")
          assert.deepStrictEqual(refusal(yield* ask({ speed: nested(31) })), tooLarge)
        }
      })
    )

    it.effect("body bounds: lists and maps of other routes are not read beyond twice the entries they declare", () =>
      Effect.gen(function* () {
        const { app, observe, owner, robot } = yield* makeSurface
        const slugs = (count: number) => Array.from({ length: count }, (_, index) => `slug_${index}`)
        const permissions = (count: number) => ({
          role_id: observe.id,
          grants: [{ robot_id: robot.id, slugs: slugs(count) }],
          capabilities: { action_history: true, assets: true }
        })
        const ids = (count: number) =>
          Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`)
        for (const [method, path, max, bodyOf] of [
          ["PUT", `/api/robots/${robot.id}/details`, 200, (count: number) => ({ details: keys(count) })],
          ["PUT", `/api/apps/${app.id}/roles/${observe.id}/permissions`, 2000, permissions],
          ["POST", `/api/apps`, 1000, (count: number) => ({ name: "a", identifier: "a_b_c", robot_ids: ids(count) })]
        ] as const) {
          const ask = (count: number) => call(method, path, { as: owner.token, body: bodyOf(count) })
          assert.notDeepEqual(refusal(yield* ask(max)), tooLarge, path)
          const [, code, details] = refusal(yield* ask(max + 1))
          assert.deepStrictEqual([code, (details as { rule: string }).rule], ["validation_error", "too_long"], path)
          assert.deepStrictEqual(refusal(yield* ask(2 * max + 1)), tooLarge, path)
        }
        // Free JSON in a detail is bounded by its text.
        const details = (count: number) => ({ details: { list: Array<number>(count).fill(1) } })
        const put = (body: unknown) => call("PUT", `/api/robots/${robot.id}/details`, { as: owner.token, body })
        assert.strictEqual((yield* put(details(32_000))).status, 200)
        assert.deepStrictEqual(refusal(yield* put(details(40_000))), tooLarge)
      })
    )

    it.effect("body bounds: a realtime frame of more than 32 levels is refused, and its socket goes on", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aRobot
        const client = yield* connectRealtime(owner.token)
        const frame = { type: "invoke", request_id: "one", robot_id: robot.id, slug: "dock" }
        for (const params of [{ x: nested(31) }, keys(51)]) {
          client.send({ ...frame, params })
          const { code, details, ok, request_id } = yield* client.next("command_result")
          assert.deepStrictEqual([ok, request_id, code, details.rule], [false, "one", "validation_error", "too_large"])
        }
        client.socket.send(`{"type":"subscribe","slug":${"[".repeat(60_000)}1${"]".repeat(5000)}`)
        assert.strictEqual(yield* client.closeCode, 1008)
      })
    )
  }
)
