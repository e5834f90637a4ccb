import { Effect } from "effect"
import { HttpServer } from "effect/http"

export interface Call {
  /** The bearer. */
  readonly as?: string
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text; null where it is empty. */
  readonly body: any
}

const parsed = (text: string, type: string | null) =>
  text === "" ? null : type?.includes("json") === true ? JSON.parse(text) : text

/** One bare HTTP call to the served app. */
export const call = Effect.fnUntraced(function* (method: string, path: string, { as, body, headers }: Call = {}) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const answer = yield* Effect.promise(async () => {
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    return { response, text: await response.text() }
  })
  const { headers: given, status } = answer.response
  return { status, headers: given, body: parsed(answer.text, given.get("content-type")) } satisfies Answer as Answer
})

/** The status and the code of a refusal, with its details where it has them. */
export const refusal = ({ body, status }: Answer): ReadonlyArray<unknown> =>
  body?.details === undefined ? [status, body?.code] : [status, body.code, body.details]

/** What a body or query that breaks a rule is answered. */
export const invalid = (field: string, rule: string): ReadonlyArray<unknown> => [
  400,
  "validation_error",
  { field, rule }
]
