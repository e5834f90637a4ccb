import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { SqlClient } from "effect/sql"
import { anOrgWithRobot, auditOf, refusal } from "../world.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const source = `platform: 1
datapoints:
  battery:
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    numeric: {unit: V}
actions:
  dock:
    ros_name: /dock
    type: nav_msgs/action/Dock
`
const doc = {
  platform: 1,
  datapoints: { battery: { topic: "/battery", type: "std_msgs/msg/Float32", field: "data", numeric: { unit: "V" } } },
  actions: { dock: { ros_name: "/dock", type: "nav_msgs/action/Dock" } }
}
const tagOf = (text: string) => `"${createHash("sha256").update(text).digest("base64url")}"`
const codes = (issues: ReadonlyArray<{ readonly code: string }>) => issues.map(({ code }) => code)

const aWorkspace = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const as = world.developer.token
  const at = `${world.path}/config`
  return {
    ...world,
    at,
    as,
    draft: call("GET", `${at}/draft`, { as }),
    put: (text: unknown, headers: Record<string, string> = {}) =>
      call("PUT", `${at}/draft`, { as, body: { source: text }, headers }),
    publish: call("POST", `${at}/publish`, { as })
  }
})

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("a configuration draft", (it) => {
  it.effect("a configuration draft is empty before the first put", () =>
    Effect.gen(function* () {
      const { draft } = yield* aWorkspace
      const { body, headers, status } = yield* draft
      assert.deepStrictEqual([status, body], [200, { doc: null, source: "", updated_at: null, issues: [] }])
      assert.strictEqual(headers.get("etag"), tagOf(""))
    })
  )

  it.effect("a configuration draft is stored to the character, and answered with its document and issues", () =>
    Effect.gen(function* () {
      const { draft, put } = yield* aWorkspace
      const text = `${source}\n# é 🤖   \r\n`
      const answer = yield* put(text)
      assert.strictEqual(answer.status, 200)
      const { doc: said, issues, source: kept, updated_at } = answer.body
      assert.deepStrictEqual(said, doc)
      assert.strictEqual(kept, text)
      assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepStrictEqual(issues, [
        { path: "(document)", slug: null, code: "checks_skipped", message: issues[0].message, severity: "warning" }
      ])
      assert.strictEqual(answer.headers.get("etag"), tagOf(text))
      assert.deepStrictEqual((yield* draft).body, answer.body)
    })
  )

  it.effect("a configuration draft may be any YAML; what is no configuration is saved with its issues", () =>
    Effect.gen(function* () {
      const { draft, publish, put } = yield* aWorkspace
      yield* put(source)
      yield* publish
      for (const text of ["", "just a text", "- a\n- list", "platform: 2\n", "platform: 1\nrobots: {}\n"]) {
        const { body, status } = yield* put(text)
        assert.strictEqual(status, 200)
        assert.isNull(body.doc)
        assert.strictEqual(body.source, text)
        assert.include(codes(body.issues), "checks_skipped")
        assert.isNotEmpty(body.issues.filter((issue: any) => issue.severity === "error"))
        assert.deepStrictEqual((yield* draft).body, body)
      }
    })
  )

  it.effect("a configuration draft is refused where it is no YAML, or cannot be kept, and nothing changes", () =>
    Effect.gen(function* () {
      const { as, at, draft, put } = yield* aWorkspace
      yield* put(source)
      const before = (yield* draft).body
      const broken = yield* refusal("PUT", `${at}/draft`, { as, body: { source: "a: 1\nb: [1, 2\nc: 3\n" } })
      assert.strictEqual(broken[0], 422)
      const { details, ...rest } = broken[1] as any
      assert.deepStrictEqual(rest, { code: "invalid_yaml" })
      assert.deepStrictEqual(Object.keys(details), ["parse_error", "line", "column", "issues"])
      assert.isNotEmpty(details.parse_error)
      assert.deepStrictEqual([details.issues, details.line], [[], 3])
      const repeated = yield* refusal("PUT", `${at}/draft`, { as, body: { source: "a: 1\na: 2\n" } })
      assert.deepInclude((repeated[1] as any).details, { line: 2, column: 1 })

      const unstorable = [422, { code: "unstorable_yaml" }]
      for (const text of ["a: &a\n  b: *a\n", 'a: "\\0"\n']) {
        assert.deepStrictEqual(yield* refusal("PUT", `${at}/draft`, { as, body: { source: text } }), unstorable, text)
      }
      const half = yield* refusal("PUT", `${at}/draft`, { as, body: { source: "a: \ud800\n" } })
      assert.deepStrictEqual(half, [400, { code: "validation_error", details: { field: "source", rule: "format" } }])
      assert.deepStrictEqual((yield* draft).body, before)
    })
  )

  it.effect("a configuration draft takes a source of up to a million characters, and nothing else", () =>
    Effect.gen(function* () {
      const { as, at, put } = yield* aWorkspace
      const ask = (body: unknown) => refusal("PUT", `${at}/draft`, { as, body })
      const refused = (field: string, rule: string) => [400, { code: "validation_error", details: { field, rule } }]
      assert.deepStrictEqual(yield* ask({}), refused("source", "required"))
      assert.deepStrictEqual(yield* ask({ source: null }), refused("source", "type"))
      assert.deepStrictEqual(yield* ask({ source: "", doc: {} }), refused("doc", "unknown"))
      assert.deepStrictEqual(yield* ask({ source: "#".repeat(1_000_001) }), refused("source", "too_long"))
      assert.strictEqual((yield* put("#".repeat(1_000_000))).status, 200)
    })
  )

  it.effect("a configuration draft is not overwritten by a writer that read an older text", () =>
    Effect.gen(function* () {
      const { as, at, draft, put } = yield* aWorkspace
      const first = yield* put(source, { "if-match": tagOf("") })
      assert.strictEqual(first.status, 200)
      const conflict = [409, { code: "config_conflict", details: { etag: tagOf(source) } }]
      for (const tag of [tagOf(""), `W/${tagOf(source)}`, "nonsense"]) {
        const answer = yield* refusal("PUT", `${at}/draft`, {
          as,
          body: { source: "a: 1" },
          headers: { "if-match": tag }
        })
        assert.deepStrictEqual(answer, conflict)
      }
      assert.strictEqual((yield* draft).body.source, source)
      assert.strictEqual((yield* put("a: 1", { "if-match": `"other", ${tagOf(source)}` })).status, 200)
      assert.strictEqual((yield* put("a: 2", { "if-match": "*" })).status, 200)
      assert.strictEqual((yield* put("a: 3")).body.source, "a: 3")
    })
  )

  it.effect("a configuration draft is written by one of many who read the same text", () =>
    Effect.gen(function* () {
      const { put } = yield* aWorkspace
      const texts = Array.from({ length: 8 }, (_, n) => `a: ${n}`)
      const answers = yield* Effect.forEach(texts, (text) => put(text, { "if-match": tagOf("") }), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)])
    })
  )
})

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("publishing a configuration", (it) => {
  it.effect("publishing a configuration numbers versions from one, and publishes the fact after the commit", () =>
    Effect.gen(function* () {
      const { as, at, orgId, path, publish, put, robot } = yield* aWorkspace
      const heard: Array<Fact> = []
      yield* (yield* Bus).onFact(
        (event) => void heard.push(event),
        () => undefined
      )
      yield* put(source)
      const first = yield* publish
      assert.deepStrictEqual([first.status, Object.keys(first.body)], [200, ["version", "published_at"]])
      assert.strictEqual(first.body.version, 1)
      const text = source.replace("battery", "power")
      yield* put(text)
      const second = yield* publish
      assert.strictEqual(second.body.version, 2)

      assert.deepStrictEqual(
        heard.filter(({ type }) => type === "config_published"),
        [1, 2].map((version) => ({ type: "config_published" as const, robotId: robot.id, version }))
      )
      const events = (yield* auditOf(orgId)).filter(({ action }) => action === "config.published")
      assert.deepStrictEqual(
        events.map(({ details }) => details),
        [{ version: 1 }, { version: 2 }]
      )

      const list = yield* call("GET", `${at}/versions`, { as })
      assert.deepStrictEqual(list.body, { versions: [second.body, first.body] })
      const detail = (yield* call("GET", path, { as })).body
      assert.deepInclude(detail.config, {
        published_version: 2,
        published_at: second.body.published_at
      })
      assert.deepStrictEqual(detail.exposes, { datapoints: 1, actions: 1, services: 0, publishers: 0, cameras: 0 })

      const one = (yield* call("GET", `${at}/versions/1`, { as })).body
      assert.deepStrictEqual(
        { ...one, issues: codes(one.issues) },
        { ...first.body, doc, source, issues: ["checks_skipped"], updated_at: first.body.published_at }
      )
      for (const version of ["3", "0", "-1", "1.0", "01", "one", "99999999999999999999"]) {
        assert.deepStrictEqual(yield* refusal("GET", `${at}/versions/${version}`, { as }), [404, { code: "not_found" }])
      }
    })
  )

  it.effect(
    "publishing a configuration refuses what is no document with every issue, and what has errors with the errors",
    () =>
      Effect.gen(function* () {
        const { as, at, publish, put } = yield* aWorkspace
        const ask = Effect.map(refusal("POST", `${at}/publish`, { as }), ([status, { code, details }]: any) => ({
          status,
          code,
          codes: codes(details.issues)
        }))
        assert.deepInclude(yield* ask, { status: 422, code: "draft_not_a_document" })
        const draft = yield* put("platform: 1\nrobots: {}\n")
        assert.deepStrictEqual(yield* ask, {
          status: 422,
          code: "draft_not_a_document",
          codes: codes(draft.body.issues)
        })
        assert.include(codes(draft.body.issues), "checks_skipped")

        yield* put(source.replace("battery", "history"))
        assert.deepStrictEqual(yield* ask, { status: 422, code: "validation_error", codes: ["reserved_slug"] })
        assert.deepStrictEqual((yield* call("GET", `${at}/versions`, { as })).body, { versions: [] })

        yield* put(source)
        assert.strictEqual((yield* publish).status, 200)
      })
  )

  it.effect("publishing a configuration gives every one of many at once a number of its own", () =>
    Effect.gen(function* () {
      const { publish, put } = yield* aWorkspace
      yield* put(source)
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => publish),
        { concurrency: "unbounded" }
      )
      const versions = answers.map(({ body }) => body.version).toSorted()
      assert.deepStrictEqual(versions, [1, 2, 3, 4, 5, 6, 7, 8])
    })
  )

  it.effect("a publish that arrives again with its key makes no second version, and answers the first one", () =>
    Effect.gen(function* () {
      const { as, at, put } = yield* aWorkspace
      const publish = (key: string) => call("POST", `${at}/publish?publish_key=${key}`, { as })
      yield* put(source)
      const many = Effect.all(
        Array.from({ length: 8 }, () => publish("one")),
        { concurrency: "unbounded" }
      )
      const [first, ...others] = yield* many
      assert.strictEqual(first!.body.version, 1)
      for (const { body } of others) assert.deepStrictEqual(body, first!.body)
      // The draft is another one meanwhile: what the key published stays what it was.
      yield* put(`${source}# later\n`)
      assert.deepStrictEqual((yield* publish("one")).body, first!.body)
      assert.strictEqual((yield* publish("two")).body.version, 2)
      const other = yield* aWorkspace
      yield* other.put(source)
      const elsewhere = yield* call("POST", `${other.at}/publish?publish_key=one`, { as: other.as })
      assert.strictEqual(elsewhere.body.version, 1)
      assert.strictEqual((yield* publish("k".repeat(128))).status, 200)
      const refused = yield* publish("k".repeat(129))
      assert.deepStrictEqual(
        [refused.status, refused.body.details],
        [400, { field: "publish_key", rule: "invalid_value" }]
      )
    })
  )

  it.effect("publishing a configuration is undone by restoring a version into the draft", () =>
    Effect.gen(function* () {
      const { as, at, draft, orgId, publish, put } = yield* aWorkspace
      yield* put(source)
      yield* publish
      yield* put("platform: 1\n")
      const answer = yield* call("POST", `${at}/versions/1/restore`, { as })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual([answer.body.source, answer.body.doc], [source, doc])
      assert.strictEqual(answer.headers.get("etag"), tagOf(source))
      assert.deepStrictEqual((yield* draft).body, answer.body)
      assert.lengthOf((yield* call("GET", `${at}/versions`, { as })).body.versions, 1)
      assert.deepInclude((yield* auditOf(orgId)).at(-1), { action: "config.restored", details: { version: 1 } })
      for (const version of ["2", "x"]) {
        const missing = yield* refusal("POST", `${at}/versions/${version}/restore`, { as })
        assert.deepStrictEqual(missing, [404, { code: "not_found" }])
      }
    })
  )

  it.effect("publishing a configuration keeps 64-bit integers and the version as it was published", () =>
    Effect.gen(function* () {
      const { as, at, publish, put } = yield* aWorkspace
      const text = `platform: 1
messages:
  big: {at: 9223372036854775807, small: -9007199254740991}
services:
  reset: {ros_name: /reset, type: a/srv/B, message: "\${big}"}
`
      yield* put(text)
      yield* publish
      const read = call("GET", `${at}/versions/1`, { as })
      const before = yield* read
      assert.deepStrictEqual(before.body.doc.messages.big, { at: "9223372036854775807", small: -9007199254740991 })
      yield* put(source)
      yield* publish
      assert.deepStrictEqual((yield* read).body, before.body)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT FROM config_versions WHERE source = ${text}`, 1)
    })
  )
})
