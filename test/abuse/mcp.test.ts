import { assert, layer } from "@effect/vitest"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { Effect } from "effect"
import { aWorld, wholeRole } from "../mcp/world.ts"
import { authorize, connect, redirectUri, register, verifier } from "../support/mcp.ts"
import { eventually } from "../robots/jobs/world.ts"
import { makeSample } from "../support/effort.ts"
import { abuseApp, logged, raw, stateOf } from "./world.ts"

type Json = any

const deep = (open: string, close: string, count = 100_000) => `${open.repeat(count)}0${close.repeat(count)}`

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
}

const message = (method: Json, params: Json = {}, rest: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: typeof params === "object" && params !== null && !Array.isArray(params) ? { _meta: meta, ...params } : params,
  ...rest
})

const methods = [
  "server/discover",
  "subscriptions/listen",
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "tasks/get",
  "tasks/update",
  "tasks/cancel"
]

/** Values that stand where something else is expected. */
const odd: ReadonlyArray<Json> = [
  null,
  true,
  0,
  -1,
  1e300,
  "",
  "x",
  "a\0b",
  "a\ud800b",
  "__proto__",
  "constructor",
  "\u202Ea\u2028b\u{10FFFF}",
  "x".repeat(100_001),
  [],
  [[]],
  {},
  { toString: "x", length: 1, valueOf: 1 },
  { jsonrpc: "2.0" }
]

/** Whole bodies that are no message. */
const bodies: ReadonlyArray<string | Uint8Array<ArrayBuffer>> = [
  "",
  " ",
  "null",
  "1",
  '"x"',
  "{}",
  "[]",
  "[[]]",
  "[null,1,{}]",
  "{",
  '{"jsonrpc":"2.0",',
  JSON.stringify(message("tools/list")).slice(0, -1),
  `\uFEFF${JSON.stringify(message("tools/list"))}`,
  JSON.stringify(message("tools/list")).repeat(2),
  Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d]),
  deep("[", "]"),
  deep('{"a":', "}"),
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep('{"a":', "}")}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_robots","arguments":${deep("[", "]")}}}`,
  JSON.stringify(message("tools/list")).replace(/^\{/, '{"__proto__":{"method":"tools/call"},'),
  '{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}',
  JSON.stringify({ ...message("tools/list"), more: "x".repeat(1_900_000) }),
  "x".repeat(3_000_000),
  JSON.stringify(Array.from({ length: 20 }, (_, id) => message("tools/list", {}, { id }))),
  JSON.stringify(Array.from({ length: 20 }, () => message("tools/list"))),
  JSON.stringify(Array.from({ length: 10_000 }, (_, id) => message("tools/list", {}, { id }))),
  JSON.stringify([message("initialize"), message("initialize"), message("notifications/initialized")]),
  JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }),
  JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }),
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
]

/** Messages with one thing wrong. */
const messages = (robotId: string): ReadonlyArray<Json> => [
  ...methods.flatMap((method) => odd.map((params) => message(method, params))),
  ...methods.flatMap((method) => odd.map((value) => message(method, { _meta: value }))),
  ...["tools/call", "tasks/get"].flatMap((method) =>
    Object.keys(meta).flatMap((key) => odd.map((value) => message(method, { _meta: { ...meta, [key]: value } })))
  ),
  ...odd.flatMap((value) => [
    message(value),
    message("tools/list", {}, { id: value }),
    message("tools/list", {}, { jsonrpc: value }),
    message("tools/list", { cursor: value }),
    message("tools/call", { name: value }),
    message("tools/call", { name: "list_robots", arguments: value }),
    message("tools/call", { name: "describe_robot", arguments: { robot_id: value } }),
    message("tools/call", { name: "read_datapoint", arguments: { robot_id: robotId, slug: value } }),
    message("tools/call", { name: "camera_snapshot", arguments: { robot_id: robotId, slug: value } }),
    message("tools/call", { name: "get_asset_link", arguments: { robot_id: robotId, asset_id: value } }),
    message("tools/call", { name: "start_action", arguments: { robot_id: robotId, slug: "dock", params: value } }),
    message("tools/call", { name: "start_action", arguments: { robot_id: robotId, slug: "dock", wait_ms: value } }),
    message("tools/call", { name: "list_robots", requestState: value, inputResponses: value }),
    message("tools/call", { name: "list_robots", inputResponses: { allow: value } }),
    message("tools/call", { name: "list_robots", _meta: { ...meta, progressToken: value } }),
    message("tools/call", { name: "list_robots", task: value }),
    message("subscriptions/listen", { notifications: value }),
    message("resources/read", { uri: value }),
    ...["tasks/get", "tasks/update", "tasks/cancel"].map((method) => message(method, { taskId: value }))
  ])
]

const types = [
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "application/jsonp",
  "a",
  ";"
]

const headersOf = (token: string, { method, params }: Json = {}): Readonly<Record<string, string>> => {
  const plain = (value: unknown) => typeof value === "string" && /^[!-~]{1,100}$/.test(value)
  const name = params?.name ?? params?.taskId ?? params?.uri
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    ...(plain(method) ? { "mcp-method": method } : {}),
    ...(plain(name) ? { "mcp-name": name } : {})
  }
}

/** One call that is answered by whatever but a failure of ours; a stream of notices is left at once. */
const answered = Effect.fnUntraced(function* (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer>
) {
  const answer = yield* raw("POST", path, headers, body)
  const where = `${path} ${JSON.stringify(headers).slice(0, 200)} ${String(body).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 300)}`
  assert.isBelow(answer.status, 500, where)
  assert.notMatch(answer.text, /\.(?:ts|mjs|js):\d+|node_modules|"internal_error"/, where)
  return { ...answer, where }
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("the MCP endpoint", (it) => {
  it.effect(
    "the MCP endpoint answers bodies of every wrong shape with a refusal, and keeps nothing of them",
    () =>
      Effect.gen(function* () {
        const { path, robotId, user } = yield* aWorld(...wholeRole)
        const { access } = yield* connect(path, user.token)
        const before = yield* stateOf(["job_runs", "mcp_confirmations", "mcp_interactions", "mcp_clients"])
        for (const body of bodies) yield* answered(path, headersOf(access), body)
        for (const each of makeSample()(messages(robotId))) {
          if (each.method === "subscriptions/listen" && isListening(each)) continue
          yield* answered(path, headersOf(access, each), JSON.stringify(each))
        }
        const good = JSON.stringify(message("tools/list"))
        for (const type of types) {
          yield* answered(path, { ...headersOf(access, message("tools/list")), "content-type": type }, good)
        }
        for (const [name, values] of Object.entries({
          accept: ["", "text/html", "*/*", "application/json", "text/event-stream", ";", "x".repeat(8000)],
          "mcp-protocol-version": ["", "1", "2026-07-29", "__proto__", "2026-07-28, 2025-11-25", "x".repeat(8000)],
          "mcp-method": ["", "tools/call", "__proto__", "x".repeat(8000)],
          "mcp-name": ["", "stop_robot", "=?base64?AAAA?=", "=?base64?%%%?=", "x".repeat(8000)],
          "mcp-session-id": ["x", "__proto__"],
          "last-event-id": ["x"]
        })) {
          for (const value of values) {
            yield* answered(path, { ...headersOf(access, message("tools/list")), [name]: value }, good)
          }
        }
        for (const query of [
          "robot=",
          "robot=%00",
          "robot=a&robot=b",
          "read_only=1",
          "robot=%F0",
          "__proto__=1",
          "a".repeat(6000)
        ]) {
          yield* answered(`${path}?${query}`, headersOf(access, message("tools/list")), good)
        }
        const { status, text } = yield* answered(path, headersOf(access, message("tools/list")), good)
        assert.strictEqual(status, 200)
        assert.include(text, "list_robots")
        yield* eventually((yield* McpHandlers).size, ({ calls }) => calls === 0)
        assert.deepStrictEqual(
          yield* stateOf(["job_runs", "mcp_confirmations", "mcp_interactions", "mcp_clients"]),
          before
        )
        assert.deepStrictEqual(
          logged.filter((line) => line.includes("request failed") || line.includes("the tool ")),
          []
        )
      }),
    600_000
  )

  it.effect(
    "the MCP endpoint's authorization server answers every wrong body and query in OAuth's words",
    () =>
      Effect.gen(function* () {
        const { path, user } = yield* aWorld()
        const client_id = yield* register(path)
        const { refresh } = yield* connect(path, user.token)
        const good: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
          register: { redirect_uris: [redirectUri], client_name: "Agent", token_endpoint_auth_method: "none" },
          token: {
            grant_type: "authorization_code",
            code: "x",
            redirect_uri: redirectUri,
            client_id,
            code_verifier: verifier
          },
          revoke: { token: refresh, token_type_hint: "refresh_token", client_id: "x" }
        }
        for (const [action, body] of Object.entries(good)) {
          const at = `${path}/oauth/${action}`
          const json = { "content-type": "application/json" }
          const say = Effect.fnUntraced(function* (
            headers: Readonly<Record<string, string>>,
            given: (typeof bodies)[number]
          ) {
            const { status, text, where } = yield* answered(at, headers, given)
            if (status < 400) return
            const said = JSON.parse(text)
            assert.isTrue(typeof said.error === "string" || typeof said.code === "string", where)
          })
          for (const each of bodies) yield* say(json, each)
          for (const key of Object.keys(body)) {
            for (const value of [...odd, [firstOf(body[key])], { a: firstOf(body[key]) }]) {
              yield* say(json, JSON.stringify({ ...body, [key]: value }))
              const text = typeof value === "string" ? value.toWellFormed() : JSON.stringify(value)
              const form = new URLSearchParams({ ...(body as Record<string, string>), [key]: text })
              yield* say({ "content-type": "application/x-www-form-urlencoded" }, form.toString())
            }
          }
          for (const type of types) yield* say({ "content-type": type }, JSON.stringify(body))
        }
        const query = { client_id, state: "s", scope: "robots:read", resource: path, code_challenge_method: "S256" }
        for (const key of [...Object.keys(query), "response_type", "redirect_uri", "code_challenge"]) {
          for (const value of odd) {
            const text = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 4000)
            const answer = yield* authorize(path, { ...query, [key]: text.toWellFormed() })
            assert.isBelow(answer.status, 500, `${key} ${text}`)
            const location = answer.headers.get("location")
            if (answer.status === 302) assert.isTrue(location!.startsWith(redirectUri) || location!.includes("/mcp/"))
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

/** Whether a request would be answered by a stream that has no end. */
const isListening = ({ params }: Json): boolean => typeof params === "object" && params !== null

const firstOf = (value: Json): Json => (Array.isArray(value) ? value[0] : value)
