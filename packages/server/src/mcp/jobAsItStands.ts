import type { RobotId } from "@fleet/domain/Ids"
import type { JobId } from "@fleet/domain/Ids"
import { Clock, Effect } from "effect"
import type { LiveJob } from "../robots/jobs/JobsRpc.ts"
import type { Jobs } from "../robots/jobs/Jobs.ts"
import { isFinal } from "../robots/jobs/JobStateMachine.ts"
import type { ToolCall } from "./Tool.ts"

/** How often a job is looked at while somebody waits for it. */
const pause = "500 millis"

/**
 * The newest job of a slug, once it has ended or the time is over; the client gets its progress meanwhile. With `id`,
 * a newer job of the slug is not waited for.
 */
export const jobAsItStands = Effect.fnUntraced(function* (
  jobs: Pick<Jobs["Service"], "current">,
  { progress }: ToolCall,
  robotId: RobotId,
  slug: string,
  waitMs: number,
  id?: JobId
) {
  const untilMs = (yield* Clock.currentTimeMillis) + waitMs
  let reported = -1
  for (;;) {
    const found: LiveJob | null = yield* jobs.current(robotId, slug)
    if (found === null || isFinal(found.job.state)) return found
    if (id !== undefined && found.job.id !== id) return found
    const leftMs = untilMs - (yield* Clock.currentTimeMillis)
    if (leftMs <= 0) return found
    if (found.progress !== null && found.progress > reported) {
      reported = found.progress
      yield* progress(reported, `${slug} is ${found.job.state}`)
    }
    yield* Effect.sleep(Math.min(leftMs, 500) === leftMs ? leftMs : pause)
  }
})
