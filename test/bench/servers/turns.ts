/** How long turns of the event loop worked since they were last asked for: milliseconds of processor time of this thread. */
export interface Turns {
  readonly most_ms: number
  /** Turns of over 100 ms. */
  readonly long: number
  /** Of all turns together, as a share of the time that passed. */
  readonly share: number
}

const longMs = 100

const processorMs = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/**
 * Watches the turns of this process. A turn is what lies between two ends of the loop's wait for something to do. An immediate
 * that keeps nothing alive runs once in each and does not keep the loop from waiting; a wait takes no processor time.
 */
export const watchTurns = (): { readonly turns: () => Turns; readonly stop: () => void } => {
  let [most, long, all] = [0, 0, 0]
  let began = performance.now()
  let before = processorMs()
  const ended = () => {
    const now = processorMs()
    const took = now - before
    all += took
    before = now
    if (took > most) most = took
    if (took > longMs) long++
    next = setImmediate(ended).unref()
  }
  let next = setImmediate(ended).unref()
  const turns = () => {
    const now = performance.now()
    const found = { most_ms: most, long, share: all / (now - began) }
    ;[most, long, all, began] = [0, 0, 0, now]
    return found
  }
  return { turns, stop: () => clearImmediate(next) }
}
