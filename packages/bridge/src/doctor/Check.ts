import { Effect } from "effect"

/** `skipped`: it could not be looked at. */
export type Verdict = "ok" | "warning" | "failed" | "skipped"

/** What a check found: `message` what is so, `advice` what to do about it. */
export interface Finding {
  readonly check: string
  readonly verdict: Verdict
  readonly message: string
  readonly advice?: string
}

export const ok = (check: string, message: string): Finding => ({ check, verdict: "ok", message })
export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  verdict: "warning",
  message,
  advice
})
export const failed = (check: string, message: string, advice: string): Finding => ({
  check,
  verdict: "failed",
  message,
  advice
})

export const skipped = (check: string, message: string, advice: string): Finding => ({
  check,
  verdict: "skipped",
  message,
  advice
})

/** A check that takes longer is a failure. */
export const within = <R>(check: string, ms: number, finding: Effect.Effect<ReadonlyArray<Finding>, never, R>) =>
  Effect.timeoutOrElse(finding, {
    duration: ms,
    orElse: () =>
      Effect.succeed([
        failed(check, `There was no answer within ${ms} ms.`, "Look at the network between here and there.")
      ])
  })

/** One line for each finding. */
export const lineOf = ({ advice, check, message, verdict }: Finding): string =>
  `${verdict.padEnd(8)} ${check.padEnd(14)} ${message}${advice === undefined ? "" : ` ${advice}`}`
