import type { JobError, ReportedState } from "@fleet/domain/Jobs"

/** What a job that failed at the robot may say of it. A bridge may hold more jobs than the cloud knows of. */
const jobCodes = [
  "action_failed",
  "goal_rejected",
  "goal_send_failed",
  "goal_timeout",
  "result_failed",
  "service_timeout",
  "internal_error",
  "unknown_slug",
  "job_queue_full"
]

/** What a cancel that the bridge could not carry out may say. */
const cancelCodes = ["unknown_slug", "action_server_lost", "internal_error"]

/** A bridge's report with no error but one of the contract's: under any other code a failure says just that it is one. */
export const reportOf = <Report extends { readonly state: ReportedState; readonly error: JobError | null }>(
  report: Report
): Report => {
  const { error, state } = report
  if (error === null || jobCodes.includes(error.code)) return report
  if (state === "failed") return { ...report, error: { ...error, code: "action_failed" } }
  return state === "cancelled" ? { ...report, error: null } : report
}

/** Why a bridge could not carry out a cancel, in its own words and under a code of the contract. */
export const cancelFailure = (error: JobError): JobError =>
  cancelCodes.includes(error.code) ? error : { ...error, code: "internal_error" }
