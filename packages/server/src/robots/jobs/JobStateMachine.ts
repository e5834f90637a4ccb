import type { JobError, JobKind, JobState, ReportedState } from "@fleet/domain/Jobs"

/** What can happen to a job. */
export type JobEvent =
  /** The robot holds as many unfinished jobs as it may. */
  | { readonly type: "queue_full"; readonly limit: number; readonly queued: number }
  /** No report came within the patience of the caller, or the silence allowed to a connected bridge. */
  | { readonly type: "silent" }
  /** The robot stayed offline, or the cloud restarted. */
  | { readonly type: "disconnected" }
  /** job_update, job_status or active_jobs. */
  | {
      readonly type: "reported"
      readonly state: ReportedState
      readonly result: unknown
      readonly error: JobError | null
    }
  /** The bridge does not know the job; `occupied`: another goal runs on the slug. */
  | { readonly type: "not_known"; readonly kind: JobKind; readonly occupied: boolean }
  /** job_lost. */
  | { readonly type: "lost"; readonly error: JobError | null }
  /** The cloud cancelled it because a publish took or retargeted its slug. */
  | { readonly type: "config_changed" }

/** The state of a job after a transition. */
export interface Standing {
  readonly state: JobState | "none"
  readonly result: unknown
  readonly error: JobError | null
}

export const unstarted: Standing = { state: "none", result: null, error: null }

const ended: ReadonlyArray<string> = ["succeeded", "failed", "cancelled", "lost"]

/** A final state never changes. */
export const isFinal = (state: JobState | "none"): boolean => ended.includes(state)

const error = (code: string, message: string, details?: unknown): JobError =>
  details === undefined ? { code, message } : { code, message, details }

type Transition<Type extends JobEvent["type"]> = (event: Extract<JobEvent, { type: Type }>) => Standing | null
type Transitions = {
  readonly [From in "none" | "running" | "unknown"]: { readonly [Type in JobEvent["type"]]?: Transition<Type> }
}

const unknown = (code: string, message: string): Standing => ({
  state: "unknown",
  result: null,
  error: error(code, message)
})

const reported: Transition<"reported"> = ({ error: reason, result, state }) => {
  switch (state) {
    case "running":
      return { state, result: null, error: null }
    case "succeeded":
      return { state, result: result ?? null, error: null }
    case "cancelled":
      return { state, result: result ?? null, error: reason }
    case "failed":
      return { state, result: result ?? null, error: reason ?? error("action_failed", "The robot reported a failure.") }
    case "lost":
      return lost({ type: "lost", error: reason })
  }
}

const lostAs: ReadonlyArray<string> = ["action_server_lost", "goal_uncontrollable"]
const lost: Transition<"lost"> = ({ error: reason }) => ({
  state: "lost",
  result: null,
  error:
    reason !== null && lostAs.includes(reason.code) ? reason : error("job_lost", reason?.message ?? "The job is lost.")
})

const lostToBridge: Standing = {
  state: "lost",
  result: null,
  error: error("job_unknown_to_bridge", "The robot does not know this job.")
}

const config_changed: Transition<"config_changed"> = () => ({
  state: "cancelled",
  result: null,
  error: error("config_changed", "A publish removed or retargeted the slug.")
})

/** The whole table: from, event, to. Other events change nothing. */
export const moves: Transitions = {
  none: {
    queue_full: ({ limit, queued }) => ({
      state: "failed",
      result: null,
      error: error("job_queue_full", "The robot holds as many unfinished jobs as it may.", { limit, queued })
    })
  },
  running: {
    silent: () => unknown("bridge_timeout", "The robot fell silent about this job."),
    disconnected: () => unknown("bridge_disconnected", "The robot is not connected."),
    reported,
    lost,
    config_changed,
    // An action's goal may be known at the robot all the same: it is asked for once more.
    not_known: ({ kind }) => (kind === "service" ? lostToBridge : { state: "unknown", result: null, error: null })
  },
  unknown: {
    reported,
    lost,
    config_changed,
    not_known: ({ kind, occupied }) => (kind === "action" && occupied ? null : lostToBridge)
  }
}

/** The state after an event; null where it changes nothing. */
export const transition = (from: Standing["state"], event: JobEvent): Standing | null => {
  if (from !== "none" && from !== "running" && from !== "unknown") return null
  const taken = moves[from][event.type] as Transition<JobEvent["type"]> | undefined
  const next = taken?.(event) ?? null
  return next !== null && next.state === from ? null : next
}
