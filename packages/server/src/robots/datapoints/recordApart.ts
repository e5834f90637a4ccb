import { Clock, Duration, Effect, Semaphore } from "effect"
import type { OrgLine, SampleBatch } from "./OrgLine.ts"
import type { HistoryRecorderQueue } from "./HistoryRecorderQueue.ts"

/** A write takes so many samples: two statements, of which one is composed while Postgres works on the other. */
export const samplesAtOnce = 10_000

/** How long a write may take: of all orgs together, of those of whom one is slow, and of one that is. */
export const timeLimits = {
  together: Duration.seconds(3),
  some: Duration.seconds(1),
  alone: Duration.seconds(10)
}

/** A group that is too slow is divided into so many. */
const parts = 4
/** Groups, and slow orgs, that are written at a time. */
const atOnce = { groups: 1, alone: 2 }
/** Between writes of a slow org where the last one wrote nothing. */
const pause = Duration.seconds(1)
/** After so many pauses without a sample, a slow org is written with others again. */
const idlePauses = 600

const divided = (lines: ReadonlyArray<OrgLine>): ReadonlyArray<ReadonlyArray<OrgLine>> => {
  const size = Math.ceil(lines.length / parts)
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, at) => lines.slice(at * size, (at + 1) * size))
}

/**
 * Writes a batch within a time; false where that was too short. Then, and where the database fails, the samples wait
 * again.
 */
export type WriteBatch = (batch: SampleBatch, limit: Duration.Duration) => Effect.Effect<boolean>

/**
 * Answers what writes the samples of orgs apart whose common write took too long: in groups that become smaller until
 * the slow orgs are alone. The others are written together again. A slow org is written by itself, less at a time after
 * each failure, until its write is quick. The fibers end with the scope.
 */
export const makeRecordApart = Effect.fnUntraced(function* (queue: HistoryRecorderQueue, write: WriteBatch) {
  const scope = yield* Effect.scope
  const groups = yield* Semaphore.make(atOnce.groups)
  const alone = yield* Semaphore.make(atOnce.alone)

  const shareAgain = (lines: ReadonlyArray<OrgLine>) =>
    Effect.sync(() => {
      for (const line of lines) queue.share(line)
    })

  /** Null where there was nothing to write or the database failed. */
  const writeSome = (line: OrgLine, most: number) =>
    alone.withPermit(
      Effect.suspend(() => {
        const batch = queue.take([line], most)
        return batch.samples.length === 0 ? Effect.succeed(null) : write(batch, timeLimits.alone)
      }).pipe(Effect.catchDefect((defect) => Effect.as(Effect.logError("samples could not be recorded", defect), null)))
    )

  const recordAlone = Effect.fnUntraced(function* (line: OrgLine) {
    yield* Effect.annotateLogs(
      Effect.logWarning("Samples of an organisation are recorded apart: to write them takes too long."),
      { org_id: line.orgId }
    )
    let most = samplesAtOnce
    for (let idle = 0; idle < idlePauses;) {
      const begunMs = yield* Clock.currentTimeMillis
      const isWritten = yield* writeSome(line, most)
      const tookMs = (yield* Clock.currentTimeMillis) - begunMs
      if (isWritten === true && tookMs <= Duration.toMillis(timeLimits.some)) break
      if (isWritten === false) most = Math.ceil(most / 2)
      idle = line.samples > 0 ? 0 : idle + 1
      if (isWritten !== true) yield* Effect.sleep(pause)
    }
  })

  const recordGroup = (lines: ReadonlyArray<OrgLine>) =>
    groups.withPermit(Effect.suspend(() => write(queue.take(lines, samplesAtOnce), timeLimits.some)))

  const recordApart = (lines: ReadonlyArray<OrgLine>): Effect.Effect<void> => {
    const [one] = lines
    if (one === undefined) return Effect.void
    const work =
      lines.length === 1
        ? Effect.ensuring(recordAlone(one), shareAgain(lines))
        : Effect.flatMap(
            Effect.onError(recordGroup(lines), () => shareAgain(lines)),
            (isWritten) =>
              isWritten ? shareAgain(lines) : Effect.forEach(divided(lines), recordApart, { discard: true })
          )
    return Effect.asVoid(
      Effect.forkIn(
        Effect.catchDefect(work, (defect) => Effect.logError("samples could not be recorded", defect)),
        scope
      )
    )
  }

  return (lines: ReadonlyArray<OrgLine>): Effect.Effect<void> => {
    for (const line of lines) line.isShared = false
    return lines.length === 1 ? recordApart(lines) : Effect.forEach(divided(lines), recordApart, { discard: true })
  }
})
