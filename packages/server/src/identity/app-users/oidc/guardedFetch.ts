import type { CustomFetchOptions } from "openid-client"
import { Effect, Result } from "effect"
import type { OutboundAnswer, OutboundFetch } from "../../../platform/outbound/OutboundFetch.ts"

/** How long one fetch may take, and how large its answer may be. */
const bounds = { timeout: "5 seconds", maxBytes: 65_536 } as const

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

const headersOf = ({ headers }: OutboundAnswer): Headers => {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) all.append(name, each)
  }
  return all
}

const responseOf = (answer: OutboundAnswer): Response => {
  const { body, status } = answer
  return new Response(withoutBody.has(status) ? null : new Uint8Array(body), { status, headers: headersOf(answer) })
}

const textOf = (body: CustomFetchOptions["body"]): string | undefined => {
  if (body === null || body === undefined) return undefined
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString()
  throw new TypeError("Only text is sent to a provider.")
}

/** A fetch for the OpenID client that goes out only through the guard. */
export interface GuardedFetch {
  readonly fetch: (url: string, options: CustomFetchOptions) => Promise<Response>
  /** Whether a fetch got no answer, or was refused. */
  readonly failed: () => boolean
}

/** One for each sign-in: what failed is remembered, since the OpenID client does not tell it from other errors. */
export const makeGuardedFetch = Effect.fnUntraced(function* (outbound: OutboundFetch["Service"]) {
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  let failed = false
  const fetch: GuardedFetch["fetch"] = async (url, { body, headers, method, signal }) => {
    const text = textOf(body)
    const asked = outbound.fetch({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers,
      ...(text === undefined ? {} : { body: text }),
      ...bounds
    })
    const result = await run(Effect.result(asked), signal === undefined ? {} : { signal }).catch((error: unknown) => {
      // The client's own time was over.
      failed = true
      throw error
    })
    if (Result.isSuccess(result)) return responseOf(result.success)
    // An answer beyond its bounds has no code: it is one that does not fit.
    failed ||= result.failure._tag === "OutboundRefused" || result.failure.code !== null
    throw new TypeError("The provider is not reached.")
  }
  return { fetch, failed: () => failed } satisfies GuardedFetch as GuardedFetch
})
