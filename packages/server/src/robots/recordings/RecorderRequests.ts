import type { RecordingRequest } from "@fleet/bridge-protocol/CloudMessages"
import type { RobotId } from "@fleet/domain/Ids"
import type { RecordingId } from "@fleet/domain/Recordings"
import { Effect, FiberSet, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { Recordings } from "./Recordings.ts"
import { RecordingReports } from "./RecordingReports.ts"
import { RecordingsPart } from "./RecordingsPart.ts"
import type { RecordingRow } from "./RecordingRow.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RecordingTokens } from "./RecordingTokens.ts"

/** Robots that one statement is about, at most. */
const robotsAtOnce = 200

const unasked = "a bridge could not be asked for recordings"

/** Recordings at the process that holds the robots' bridges: what these are asked for, and what they say. */
export const RecorderRequests = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const store = yield* RecordingStore
    const tokens = yield* RecordingTokens
    const reports = yield* RecordingReports
    const recordings = yield* Recordings
    const bus = yield* Bus
    const { baseUrl } = yield* Settings
    const run = yield* FiberSet.makeRuntime()

    const frameOf = ({ at_ms, cause_kind, id, max_bytes }: RecordingRow): typeof RecordingRequest.Type => ({
      type: "recording_request",
      recording_id: id,
      cause: cause_kind,
      at_ms,
      upload_url: `${baseUrl}/api/bridge/assets`,
      upload_token: tokens.tokenOf(id),
      max_bytes
    })

    const quietly = (fault: string, work: Effect.Effect<void>) =>
      void run(Effect.catchCause(work, (cause) => Effect.logError(fault, cause)))

    /** Asks the robot's bridge for those of the recordings that have not ended. */
    const ask = (robotId: RobotId, ids: ReadonlyArray<RecordingId>) =>
      quietly(
        unasked,
        Effect.map(store.open(robotId), (open) => {
          for (const row of open) if (ids.includes(row.id)) homes.link(robotId)?.send(frameOf(row))
        })
      )

    /** Robots whose bridges came since the last statement began, to be asked for all that has not ended. */
    const came = new Set<RobotId>()
    let isAsking = false
    const askNext = Effect.suspend(() => {
      const robotIds = [...came].slice(0, robotsAtOnce)
      for (const robotId of robotIds) came.delete(robotId)
      return Effect.map(store.openOf(robotIds), (open) => {
        for (const row of open) homes.link(row.robot_id)?.send(frameOf(row))
      })
    })
    /** One fibre for all that come while it runs: a storm of hellos would make one for each. */
    const askAll = Effect.whileLoop({
      while: () => (isAsking = came.size > 0),
      body: () =>
        Effect.catchCause(Effect.andThen(Effect.yieldNow, askNext), (cause) => Effect.logError(unasked, cause)),
      step: () => undefined
    })

    const askFor = (robotIds: ReadonlyArray<RobotId>) => {
      for (const robotId of robotIds) came.add(robotId)
      if (isAsking || came.size === 0) return
      isAsking = true
      run(askAll)
    }

    yield* homes.register({
      open: ({ robotId }) =>
        new RecordingsPart({
          ask: () => askFor([robotId]),
          write: (report, done) =>
            quietly(
              "a report of a recording could not be stored",
              reports.take(robotId, report).pipe(
                Effect.map((wanted) => {
                  if (wanted || report.state === "failed") return
                  homes.link(robotId)?.send({ type: "recording_cancel", recording_id: report.recording_id })
                }),
                Effect.ensuring(Effect.sync(done))
              )
            )
        })
    })
    yield* bus.onFact(
      (fact) => {
        if (fact.type === "recordings_requested") {
          if (homes.link(fact.robotId) !== undefined) ask(fact.robotId, fact.recordingIds)
          quietly("old recordings could not be deleted", recordings.trim(fact.robotId))
        }
        if (fact.type === "recording_cancelled") {
          homes.link(fact.robotId)?.send({ type: "recording_cancel", recording_id: fact.recordingId })
        }
      },
      // A bridge that was asked before answers as it did.
      () => askFor(homes.all().flatMap(({ link, robotId }) => (link === null ? [] : [robotId])))
    )
  })
)
