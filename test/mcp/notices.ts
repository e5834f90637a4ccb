import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually } from "../robots/jobs/world.ts"

/** A call over HTTP whose client reads what comes and may leave. */
export const open = Effect.fnUntraced(function* (
  path: string,
  token: string,
  { capabilities = {}, meta = {}, method, name, params }: Call
) {
  const served = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const controller = new AbortController()
  const answered = fetch(`${served}${path}`, {
    method: "POST",
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(name !== undefined && { "mcp-name": name })
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          ...meta,
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": capabilities,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
        }
      }
    })
  })
  const state = { answered, text: "", ended: false, stop: () => controller.abort() }
  void (async () => {
    try {
      for await (const chunk of (await answered).body!) state.text += Buffer.from(chunk).toString()
    } catch {
      // Whoever stops it ends it.
    }
    state.ended = true
  })()
  return state
})

interface Call {
  readonly method: string
  /** The tool, where one is called. */
  readonly name?: string
  readonly params: object
  readonly meta?: object
  readonly capabilities?: object
}

/** An open stream of notices, and what has come of it. */
export const listen = Effect.fnUntraced(function* (
  path: string,
  token: string,
  notifications: object = { toolsListChanged: true },
  capabilities: object = {}
) {
  const stream = yield* open(path, token, { method: "subscriptions/listen", params: { notifications }, capabilities })
  yield* Effect.promise(() => stream.answered)
  return stream
})
export type Notices = Effect.Success<ReturnType<typeof listen>>

/** What came, message by message. */
export const messagesOf = ({ text }: Notices): ReadonlyArray<any> =>
  text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []))

export const untilText = (state: Notices, text: string) =>
  eventually(
    Effect.sync(() => state.text),
    (all) => all.includes(text)
  )

export const untilEnded = (state: Notices) =>
  eventually(
    Effect.sync(() => state.ended),
    (ended) => ended
  )
