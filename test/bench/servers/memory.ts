/** The collector that Bun has in the place of `gc`. */
const bun = (globalThis as { readonly Bun?: { readonly gc: (sync: boolean) => void } }).Bun

/** Resident bytes of this process after a collection; Node needs --expose-gc. */
export const memory = async (): Promise<{ readonly rss: number; readonly heap: number; readonly external: number }> => {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc?.()
    bun?.gc(true)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { external, heapUsed, rss } = process.memoryUsage()
  return { rss, heap: heapUsed, external }
}
