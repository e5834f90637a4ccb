import type { RobotId } from "@fleet/domain/Ids"
import { maxOpenRecordings, type RecordingCause } from "@fleet/domain/Recordings"

/** How many recordings of a robot are made in an hour without being asked for. */
export const maxAutomaticAnHour = 12

/** A recorder of a published configuration. */
export interface Recorder {
  readonly robot_id: RobotId
  readonly before_ms: number
  readonly after_ms: number
}

/** Something that happened at a robot. */
export interface Happened {
  readonly robotId: RobotId
  readonly cause: RecordingCause
  /** In milliseconds of Unix time. */
  readonly atMs: number
}

/** What of a robot's recordings decides whether there is another. */
export interface Known {
  readonly robot_id: RobotId
  readonly wanted_from_ms: number
  readonly wanted_to_ms: number
  /** It has not ended. */
  readonly open: boolean
  /** It was made in the last hour, without being asked for. */
  readonly automatic: boolean
}

export interface PlannedRecording<Of extends Recorder> {
  readonly recorder: Of
  readonly happened: Happened
  readonly wanted_from_ms: number
  readonly wanted_to_ms: number
}

export interface RecordingPlan<Of extends Recorder> {
  readonly made: ReadonlyArray<PlannedRecording<Of>>
  /** What there is no room for. */
  readonly refused: ReadonlyArray<Happened>
}

/** Until when, and since when, a recorder keeps what is around a moment. */
export const wantedAround = ({ after_ms, before_ms }: Recorder, atMs: number) => ({
  wanted_from_ms: atMs - before_ms,
  wanted_to_ms: atMs + after_ms
})

/**
 * The recordings that are made of what happened. None is made where the robot has no recorder, nor where one that has not
 * ended covers the moment.
 */
export const planRecordings = <Of extends Recorder>(
  happened: ReadonlyArray<Happened>,
  recorders: ReadonlyArray<Of>,
  known: ReadonlyArray<Known>
): RecordingPlan<Of> => {
  const recorderOf = new Map(recorders.map((recorder) => [recorder.robot_id, recorder]))
  const knownOf = Map.groupBy(known, ({ robot_id }) => robot_id)
  const made: Array<PlannedRecording<Of>> = []
  const refused: Array<Happened> = []
  for (const each of happened) {
    const { atMs, robotId: robot_id } = each
    const recorder = recorderOf.get(robot_id)
    if (recorder === undefined) continue
    const own = knownOf.get(robot_id) ?? []
    const open = own.filter((one) => one.open)
    if (open.some(({ wanted_from_ms, wanted_to_ms }) => wanted_from_ms <= atMs && atMs <= wanted_to_ms)) continue
    const automatic = own.filter((one) => one.automatic)
    if (open.length >= maxOpenRecordings || automatic.length >= maxAutomaticAnHour) {
      refused.push(each)
      continue
    }
    const wanted = wantedAround(recorder, atMs)
    made.push({ recorder, happened: each, ...wanted })
    knownOf.set(robot_id, [...own, { robot_id, ...wanted, open: true, automatic: true }])
  }
  return { made, refused }
}
