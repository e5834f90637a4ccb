/**
 * The same bytes; where nothing comes for so many milliseconds while they are waited for, the body fails and `stop` is called.
 * Time in which it is not read does not count.
 */
export const withinSilence = (
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  stop: (why: Error) => void
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const silence = Promise.withResolvers<never>()
        const timer = setTimeout(() => silence.reject(new Error("The object store stopped sending.")), silenceMs)
        try {
          const { done, value } = await Promise.race([reader.read(), silence.promise])
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          stop(error as Error)
          throw error
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: (why) => reader.cancel(why)
    },
    // Nothing is read before it is wanted.
    { highWaterMark: 0 }
  )
}
