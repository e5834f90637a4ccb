/** How far the stamp of a live sample may be from the cloud's clock at its arrival. */
const behindMs = 300_000
const aheadMs = 5_000

/** Whether the stamp of a live sample that arrives now shows a clock that is off: by over 5 minutes behind, or 5 s ahead. */
export const isClockOff = (timestampMs: number, nowMs: number): boolean =>
  timestampMs < nowMs - behindMs || timestampMs > nowMs + aheadMs
