/** How far a stamp may be ahead of the cloud's clock. */
const aheadMs = 5_000

/** Why a sample with this stamp is not recorded where samples live for so many days, if so. */
export const stampedWrongly = (
  timestampMs: number,
  nowMs: number,
  historyDays: number
): "stamped_ahead" | "stamped_old" | null => {
  if (timestampMs > nowMs + aheadMs) return "stamped_ahead"
  return timestampMs < nowMs - historyDays * 86_400_000 ? "stamped_old" : null
}
