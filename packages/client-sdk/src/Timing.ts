/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort)
      resolve()
    }, ms)
    signal?.addEventListener("abort", onAbort, { once: true })
  })

/** Full jitter: anything from 0 to a ceiling that doubles with each attempt. */
export const backoff = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.random() * Math.min(longestMs, firstMs * 2 ** attempt)
