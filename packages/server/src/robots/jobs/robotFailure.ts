import type { JobError, ReportedState } from "@fleet/domain/Jobs"

/** Error codes of a job that failed at the robot. A bridge may hold more jobs than the cloud knows of. */
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

/** Error codes of a cancel that the bridge could not carry out. */
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

/** The error of a cancel that a bridge could not carry out: the bridge's message under a code of the contract. */
export const cancelFailure = (error: JobError): JobError =>
  cancelCodes.includes(error.code) ? error : { ...error, code: "internal_error" }
