import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publish } from "../robots/jobs/world.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { makeSample } from "../support/effort.ts"
import { makeSurface, operations, type Place, stringsIn, withAt } from "./operations.ts"
import { abuseApp, raw } from "./world.ts"

const unfit = {
  "U+0000": "a\0b",
  "half a pair": "a\ud83d",
  "the other half": "\ude00b",
  "halves the wrong way round": "\ude00\ud83d"
}

const fieldOf = (place: Place) =>
  place.reduce<string>(
    (field, key) => (typeof key === "number" ? `${field}[${key}]` : field === "" ? key : `${field}.${key}`),
    ""
  )

/** One answers in the words of OAuth; of the other there is nothing here to name. */
const unreached = ["/console/oauth/token", "/api/auth/passkeys/{id}"]

const source = `platform: 1
services:
  some_slug: {ros_name: /reset, type: std_srvs/srv/Trigger}
`

const ofPublisher = `platform: 1
publishers:
  some_slug:
    topic: /horn
    type: std_msgs/msg/Empty
    message: {}
    failsafe: {timeout_ms: 500, message: {}}
    quiet_timeout_ms: 0
`

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "120 seconds" })("a text", (it) => {
  it.effect(
    "a text of a body that cannot be kept is refused in every field and as every key, and the field is named",
    () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const sample = makeSample()
        yield* publish(surface.owner.caller, surface.robot.id, source)
        const refused = new Set<string>()
        const commands = (path: string) => path.startsWith("/api/robots/{id}/publishers")
        const ordered = [...operations].sort(
          (left, right) => Number(commands(left.path)) - Number(commands(right.path))
        )
        for (const operation of ordered) {
          if (operation.body === null || unreached.includes(operation.path)) continue
          if (commands(operation.path)) yield* publish(surface.owner.caller, surface.robot.id, ofPublisher)
          const good = surface.bodyOf(operation)
          const path = surface.pathOf(operation.path)
          const headers = surface.headersOf(operation)
          const ask = Effect.fnUntraced(function* (field: string, body: unknown) {
            const answer = yield* call(operation.method, path, { headers, body })
            const where = `${operation.method} ${operation.path} at ${field}: ${answer.status}`
            assert.deepStrictEqual(refusal(answer), invalid(field, "format"), where)
            refused.add(`${operation.method} ${operation.path}`)
          })
          for (const place of stringsIn(good))
            for (const text of sample(Object.values(unfit))) yield* ask(fieldOf(place), withAt(good, place, text))
          if (good === null || typeof good !== "object") continue
          for (const text of sample(Object.values(unfit)))
            yield* ask(text.replaceAll(/[\0\ud800-\udfff]/g, "\uFFFD"), { [text]: 1, ...good })
        }
        assert.isAbove(refused.size, 50)
      })
  )

  it.effect("a text that is refused is the first of the document, at whatever depth, before what else is wrong", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeSurface
      const put = (body: unknown) =>
        Effect.map(call("PUT", `/api/robots/${robot.id}/details`, { as: owner.token, body }), refusal)
      const bad = "\ud800"
      assert.deepStrictEqual(
        yield* put({ details: { model: "Arm", other: [{ deep: ["", bad] }, bad] }, unknown: bad }),
        invalid("details.other[0].deep[1]", "format")
      )
      assert.deepStrictEqual(
        yield* put({ details: { UPPER: 1, a: { [bad]: 1 } } }),
        invalid("details.a.\uFFFD", "format")
      )
      assert.deepStrictEqual(yield* put(JSON.stringify(bad)), invalid("body", "format"))
      assert.deepStrictEqual(yield* put(`{"details": {"a": "\\ud800"}`), invalid("body", "json"))
      const deep = `${"[".repeat(200_000)}"\\u0000"${"]".repeat(200_000)}`
      // The depth of a body is counted before its texts are read.
      assert.deepStrictEqual(yield* put(`{"details":{"a":${deep}}}`), invalid("body", "too_large"))
    })
  )

  it.effect("a text that only looks like one that cannot be kept is kept", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeSurface
      const path = `/api/robots/${robot.id}/details`
      const body = String.raw`{"details":{"a":"\ud83d\ude00","b":"\\u0000","c":"\\ud800","d":{"\ud83d\ude00":"\\\\u0000"}}}`
      assert.deepStrictEqual(yield* Effect.map(call("PUT", path, { as: owner.token, body }), ({ body }) => body), {
        details: {
          a: "\u{1F600}",
          b: String.raw`\u0000`,
          c: String.raw`\ud800`,
          d: { "\u{1F600}": String.raw`\\u0000` }
        }
      })
    })
  )

  it.effect(
    "a text of a query that cannot be kept is refused where the route has one, and ignored where it has none",
    () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const sample = makeSample()
        for (const operation of operations) {
          if (operation.query.length === 0) continue
          const path = surface.pathOf(operation.path)
          const isPage = operation.path.startsWith("/console/") || operation.path.startsWith("/app/")
          for (const name of operation.query) {
            for (const value of sample(["%00", "%ed%a0%80", "a%ED%BF%BFb", "%ff"])) {
              const answer = yield* raw(operation.method, `${path}?${name}=${value}`, surface.headersOf(operation))
              const where = `${operation.method} ${operation.path} ${name}=${value}: ${answer.status} ${answer.text.slice(0, 100)}`
              if (answer.status === 404) continue
              assert.strictEqual(answer.status, 400, where)
              if (!isPage)
                assert.deepStrictEqual(JSON.parse(answer.text).details, { field: name, rule: "format" }, where)
            }
          }
        }
        const { owner } = surface
        assert.deepStrictEqual(
          refusal(yield* call("GET", "/api/audit?%00=1&limit=x", { as: owner.token })),
          invalid("query", "format")
        )
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/audit?limit=x&action=%00")), [401, "unauthorized"])
        assert.strictEqual((yield* call("GET", "/api/apps?a=%00", { as: owner.token })).status, 200)
        assert.strictEqual((yield* call("GET", "/api/audit?action=%F0%9F%98%80", { as: owner.token })).status, 200)
      })
  )

  it.effect("a text of a challenge that cannot be kept is refused before a credential is asked for", () =>
    Effect.gen(function* () {
      const setup = yield* call("POST", "/api/client/two-factor/setup", { body: { challenge: "\ud800" } })
      assert.deepStrictEqual(refusal(setup), invalid("challenge", "format"))
    })
  )

  it.effect("a text of a command on the socket that cannot be kept is refused as it is over HTTP", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeSurface
      yield* publish(owner.caller, robot.id, "platform: 1\nservices:\n  some_slug: {ros_name: /a, type: a/srv/B}\n")
      const client = yield* connectRealtime(owner.token)
      const command = { type: "invoke", robot_id: robot.id, slug: "some_slug" }
      for (const [more, field] of [
        [{ params: { list: [{ name: "a\ud800" }] } }, "params.list[0].name"],
        [{ params: { "\udc00": 1 } }, "params.\uFFFD"],
        [{ params: { a: "\0" }, patience_ms: 1 }, "params.a"],
        [{ slug: "a\ud800" }, "slug"]
      ] as const) {
        client.send({ ...command, request_id: field, ...more })
        const { code, details, ok, request_id } = yield* client.next("command_result")
        assert.deepStrictEqual(
          [ok, request_id, code, details],
          [false, field, "validation_error", { field, rule: "format" }]
        )
      }
      client.send({ ...command, request_id: "a\ud800" })
      assert.strictEqual((yield* client.next("error")).code, "invalid_frame")
    })
  )
})
