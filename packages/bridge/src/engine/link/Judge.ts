import { type LowBandwidth, lowBandwidthDefaults } from "@fleet/domain/RobotConfig/LowBandwidth"

/** What is measured of the link, in milliseconds; null where there is no number. */
export interface Measured {
  readonly lagMs: number | null
  readonly dwellMs: number | null
}

/** How the link is judged, and since when it has looked otherwise. */
export interface Judgement {
  readonly low: boolean
  readonly reason: "lag" | "dwell" | "forced" | "recovered"
  /** Since when, without a break, the numbers have been those of the other state. */
  readonly otherwiseSinceMs: number | null
}

export type LinkSettings = Required<LowBandwidth>

/** The settings of a document, the absent ones by default. An exit above the entry would swing: the entry bounds it. */
export const linkSettings = (config: LowBandwidth | undefined): LinkSettings => {
  const settings = { ...lowBandwidthDefaults, ...config }
  return { ...settings, exit_lag_ms: Math.min(settings.exit_lag_ms, settings.enter_lag_ms) }
}

export const initialJudgement: Judgement = { low: false, reason: "recovered", otherwiseSinceMs: null }

/** The judgement a second later. A missing number counts as calm. */
export const judge = (last: Judgement, settings: LinkSettings, measured: Measured, nowMs: number): Judgement => {
  if (settings.mode !== "auto") return { low: settings.mode === "on", reason: "forced", otherwiseSinceMs: null }
  const lag = measured.lagMs ?? 0
  const dwell = measured.dwellMs ?? 0
  const speaksOtherwise = last.low
    ? lag <= settings.exit_lag_ms && dwell <= settings.exit_lag_ms
    : lag > settings.enter_lag_ms || dwell > settings.enter_lag_ms
  const since = speaksOtherwise ? (last.otherwiseSinceMs ?? nowMs) : null
  const afterMs = (last.low ? settings.exit_after_s : settings.enter_after_s) * 1000
  if (since !== null && nowMs - since >= afterMs) {
    if (last.low) return initialJudgement
    return { low: true, reason: lag > settings.enter_lag_ms ? "lag" : "dwell", otherwiseSinceMs: null }
  }
  // Coming out of a forced mode: what stays is no longer anybody's order.
  const reason = last.reason === "forced" ? (last.low ? "lag" : "recovered") : last.reason
  return { low: last.low, reason, otherwiseSinceMs: since }
}
