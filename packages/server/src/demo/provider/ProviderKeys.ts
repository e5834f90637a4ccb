import { type Answer, refusal } from "./providerRoutes.ts"

const hourMs = 60 * 60_000

/** Answers by idempotency key, each for an hour: the same request again is answered as before, another is refused. */
export const makeKeys = (now: () => number) => {
  const kept = new Map<string, { readonly request: string; readonly answer: Answer; readonly at: number }>()
  return {
    once: (key: string, request: string, run: () => Answer): Answer & { readonly replayed?: boolean } => {
      for (const [old, { at }] of kept) if (now() - at >= hourMs) kept.delete(old)
      const known = kept.get(key)
      if (known === undefined) {
        const answer = run()
        kept.set(key, { request, answer, at: now() })
        return answer
      }
      return known.request === request
        ? { ...known.answer, replayed: true }
        : refusal(400, "The idempotency key was used for another request")
    }
  }
}
