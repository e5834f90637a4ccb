import { tasksExtension } from "./task.ts"

type Json = Readonly<Record<string, unknown>>

const objectAt = (value: unknown, ...keys: ReadonlyArray<string>): Json => {
  const found = keys.reduce<unknown>((at, key) => (at as Json | null | undefined)?.[key], value)
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Json) : {}
}

/** A request for a stream of notices, as far as this service adds to what the library serves. */
export interface ListenRequest {
  /** Tasks that are asked for; none where the request does not declare the extension. */
  readonly taskIds: ReadonlyArray<string>
  readonly wantsTools: boolean
  /** The same request, asking for changes of tools: the library ends a stream on which it has nothing to tell. */
  readonly withTools: Json
}

const methodOf = (message: unknown) => objectAt({ message }, "message")["method"]

/** The notices that a body asks for; null where it asks for no stream. A batch is of an older revision, without tasks. */
export const listenRequest = (body: unknown): ListenRequest | null => {
  const messages: ReadonlyArray<unknown> = Array.isArray(body) ? body : [body]
  if (!messages.some((message) => methodOf(message) === "subscriptions/listen")) return null
  const params = objectAt(body, "params")
  const asked = objectAt(params, "notifications")
  const ids = asked["taskIds"]
  const declares =
    objectAt(params, "_meta", "io.modelcontextprotocol/clientCapabilities", "extensions")[tasksExtension] !== undefined
  return {
    taskIds: declares && Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [],
    wantsTools: asked["toolsListChanged"] === true,
    withTools: { ...(body as Json), params: { ...params, notifications: { ...asked, toolsListChanged: true } } }
  }
}
