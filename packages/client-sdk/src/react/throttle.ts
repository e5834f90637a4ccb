/** Runs `task` at once, and again at most every `ms` milliseconds however often it is asked to; the last time it is asked to counts. */
export const throttle = (ms: number, task: () => void): { readonly run: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const run = () => {
    if (timer !== undefined) {
      isWanted = true
      return
    }
    isWanted = false
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) run()
    }, ms)
    task()
  }
  return { run, stop: () => clearTimeout(timer) }
}
