import type { JobRun } from "@fleet/sdk"
import type { Cell } from "../../format/csv.ts"

/** The columns of a file of runs, in the words of the wire: programs read them. */
export const runColumns = [
  "id",
  "robot_id",
  "robot_name",
  "slug",
  "kind",
  "state",
  "started_at",
  "ended_at",
  "duration_ms",
  "actor",
  "error_code",
  "error_message",
  "result"
] as const

/** A run as a row of them. */
export const runCells = (run: JobRun, robotName: string): ReadonlyArray<Cell> => [
  run.id,
  run.robot_id,
  robotName,
  run.slug,
  run.kind,
  run.state,
  run.started_at,
  run.ended_at,
  run.duration_ms,
  run.actor?.label ?? null,
  run.error?.code ?? null,
  run.error?.message ?? null,
  run.result === null || run.result === undefined ? null : JSON.stringify(run.result)
]
