import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually } from "../robots/jobs/world.ts"

/** An open stream of notices, and what has come of it. */
export const listen = Effect.fnUntraced(function* (
  path: string,
  token: string,
  notifications: object = { toolsListChanged: true },
  capabilities: object = {}
) {
  const served = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const state = { text: "", ended: false, stop: () => {} }
  yield* Effect.promise(async () => {
    const controller = new AbortController()
    state.stop = () => controller.abort()
    const response = await fetch(`${served}${path}`, {
      method: "POST",
      signal: controller.signal,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen"
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "subscriptions/listen",
        params: {
          notifications,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
          }
        }
      })
    })
    const reader = response.body!.getReader()
    void (async () => {
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          state.text += Buffer.from(value).toString()
        }
      } catch {
        // Whoever stops it ends it.
      }
      state.ended = true
    })()
  })
  return state
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
