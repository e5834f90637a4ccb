/** Resident bytes of this process after a collection; needs --expose-gc. */
export const memory = async (): Promise<{ readonly rss: number; readonly heap: number; readonly external: number }> => {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { external, heapUsed, rss } = process.memoryUsage()
  return { rss, heap: heapUsed, external }
}
