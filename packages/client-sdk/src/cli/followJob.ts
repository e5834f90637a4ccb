import type { JobHandle } from "../JobHandle.ts"
import { pause } from "../Timing.ts"
import type { JobUpdate } from "../Values.ts"
import { exit, Failure, failureOf } from "./Failure.ts"
import type { Io } from "./Io.ts"

/** How long a robot may take to end a job that was cancelled because it took too long, in milliseconds. */
const cancelPatienceMs = 15_000

const progressText = ({ feedback, progress, slug, state }: JobUpdate): string => {
  const share = progress === null ? "" : ` ${Math.round(progress * 100)} %`
  return `${slug} ${state}${share}${feedback === null ? "" : ` ${JSON.stringify(feedback)}`}`
}

/** Follows a job to its end, or to a second Ctrl-C; answers the exit code. */
export const followJob = async (
  io: Io,
  job: JobHandle,
  { json, timeoutMs }: { readonly json: boolean; readonly timeoutMs: number | undefined }
): Promise<number> => {
  const left = new AbortController()
  const over = new AbortController()
  let interrupts = 0
  let timedOut = false
  const cancel = () =>
    job.cancel().catch((error: unknown) => io.note(`The job is not cancelled: ${failureOf(error, false).message}`))
  const stop = io.onInterrupt(() => {
    interrupts += 1
    if (interrupts > 1) return left.abort()
    io.note("Asking the robot to cancel. Ctrl-C again leaves the job running.")
    void cancel()
  })
  if (timeoutMs !== undefined) {
    const limit = async () => {
      await pause(timeoutMs, over.signal)
      timedOut = true
      io.note("The job takes too long and is cancelled.")
      await cancel()
      await pause(cancelPatienceMs, over.signal)
      left.abort()
    }
    limit().catch(() => {})
  }
  try {
    let before = ""
    for await (const update of job.updates({ signal: left.signal })) {
      const text = json ? JSON.stringify(update) : progressText(update)
      if (text === before) continue
      before = text
      if (json) await io.print(text)
      else if (io.live) io.redraw(text)
      else io.note(text)
    }
  } catch (error) {
    if (!left.signal.aborted) throw error
    const hint = `Job ${job.id} goes on at the robot.`
    if (timedOut && interrupts < 2) throw new Failure("The job did not end in time.", { hint })
    throw new Failure("Left the job running.", { code: exit.interrupted, hint })
  } finally {
    over.abort()
    stop()
    if (!json) io.redraw("")
  }
  const { error, result, state } = job.job
  if (state !== "succeeded") {
    const why = error === null ? "" : `: ${error.message} (${error.code})`
    throw new Failure(`${job.job.slug} ${state}${why}`, timedOut ? { hint: "It took longer than --timeout." } : {})
  }
  if (!json) await io.print(JSON.stringify(result, null, 2))
  return exit.done
}
