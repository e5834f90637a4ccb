import type { DeliveredDocument } from "./Document.ts"
import { type Message, type MessageBody, placeholderName } from "./Grammar.ts"
import type { Parameters } from "./Parameters.ts"

type Container = Record<string, unknown> | Array<unknown>

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null

/** The body behind `message:`: a shared one where it names one, undefined where there is none. */
export const bodyOf = (doc: DeliveredDocument, message: Message | undefined): MessageBody | undefined => {
  if (typeof message !== "string") return message
  const name = placeholderName(message)
  return name !== null && doc.messages !== undefined && Object.hasOwn(doc.messages, name)
    ? doc.messages[name]
    : undefined
}

/**
 * The message to send: shared bodies inserted, each placeholder replaced by the parameter's value in its own type.
 * A placeholder whose parameter has no value stays as written; parameters that passed `checkParameters` leave none.
 * Without a message, or with a shared body that does not exist, it is `{}`.
 */
export const resolveMessage = (
  doc: DeliveredDocument,
  message: Message | undefined,
  params: Parameters
): MessageBody => {
  const body = bodyOf(doc, message)
  const root: Record<string, unknown> = {}
  if (body === undefined) return root
  const pending: Array<readonly [from: Container, to: Container]> = [[body as Container, root]]
  const substitute = (value: unknown): unknown => {
    const name = placeholderName(value)
    if (name !== null) return Object.hasOwn(params, name) ? params[name] : value
    if (!isContainer(value)) return value
    const copy: Container = Array.isArray(value) ? [] : {}
    pending.push([value, copy])
    return copy
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next
    for (const key of Object.keys(from)) {
      // A key may be "__proto__": define it, never assign it.
      Object.defineProperty(to, key, {
        value: substitute((from as Record<string, unknown>)[key]),
        enumerable: true,
        configurable: true,
        writable: true
      })
    }
  }
  return root
}
