import type { ListenRequest } from "./listenRequest.ts"
import type { Run } from "./Run.ts"
import type { Following } from "./TaskNotices.ts"

const subscriptionKey = "io.modelcontextprotocol/subscriptionId"
const acknowledged = "notifications/subscriptions/acknowledged"
const toolsChanged = "notifications/tools/list_changed"

const frame = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`

/** The message of an event; null for a comment, which keeps the connection. */
const messageOf = (event: string): Record<string, any> | null => {
  const data = event.split("\n").find((line) => line.startsWith("data: "))
  return data === undefined ? null : (JSON.parse(data.slice(6)) as Record<string, any>)
}

/**
 * The library's stream of notices, with those of tasks: its acknowledgement names them. It asked for changes of tools, which
 * are left out where the client did not. It ends as the library's does, when `signal` says so, or when no task is left and
 * nothing else was asked for.
 */
export const withTaskNotices = (
  { body, headers, status }: Response,
  { wantsTools }: ListenRequest,
  following: Following,
  run: Run,
  signal: AbortSignal
): Response => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const [reader, writer] = [body!.pipeThrough(new TextDecoderStream()).getReader(), writable.getWriter()]
  const ended = new AbortController()
  const encoder = new TextEncoder()
  const write = (text: string) => writer.write(encoder.encode(text))

  const stop = () => {
    if (ended.signal.aborted) return
    ended.abort()
    following.stop()
    reader.cancel().catch(() => undefined)
    writer.abort().catch(() => undefined)
  }
  signal.addEventListener("abort", stop, { once: true, signal: ended.signal })
  writer.closed.catch(stop)
  if (signal.aborted) stop()

  const tell = async (id: unknown) => {
    const _meta = { [subscriptionKey]: id }
    const next = () => run(following.next, ended.signal)
    for (let task = await next(); task !== null; task = await next()) {
      await write(frame({ method: "notifications/tasks", params: { ...task, _meta } }))
    }
    if (wantsTools) return
    await write(frame({ id, result: { resultType: "complete", _meta } }))
    await writer.close()
  }

  const pass = async (event: string) => {
    const message = messageOf(event)
    if (message?.["method"] === toolsChanged && !wantsTools) return
    if (message?.["method"] !== acknowledged) return write(`${event}\n\n`)
    const { _meta, notifications } = message["params"]
    const { toolsListChanged: _, ...others } = notifications
    const honored = { ...(wantsTools ? notifications : others), taskIds: following.ids }
    await write(frame({ method: acknowledged, params: { _meta, notifications: honored } }))
    // Where it can no longer be sent, the client has to ask again.
    tell(_meta[subscriptionKey]).then(() => (wantsTools ? undefined : stop()), stop)
  }

  const relay = async () => {
    let rest = ""
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return writer.close()
      const events = (rest + value).split("\n\n")
      rest = events.pop()!
      for (const event of events) await pass(event)
    }
  }
  relay()
    .catch(() => undefined)
    .finally(stop)
  return new Response(readable, { status, headers })
}
