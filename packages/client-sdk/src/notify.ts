/** Calls a listener. One that throws does not undo what it is told of: its error is thrown in a turn of its own. */
export const notify = <Args extends ReadonlyArray<unknown>>(listener: (...args: Args) => void, ...args: Args): void => {
  try {
    listener(...args)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
