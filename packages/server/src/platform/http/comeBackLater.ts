import { AtCapacity } from "@fleet/domain/Errors"

/** When a peer that found no place is asked to try again, in milliseconds: each at another time. */
const retryAfterMs = { from: 2_000, to: 8_000 }

/** The refusal of a peer for which the server has no room now. `random` is from 0 to 1. */
export const comeBackLater = (random: number): AtCapacity => {
  const { from, to } = retryAfterMs
  return new AtCapacity({ details: { retry_after_ms: Math.round(from + random * (to - from)) } })
}

/** Its headers. It is the same for everybody: a page of any origin may read when to come back. */
export const comeBackHeaders = ({ details }: AtCapacity) => ({
  "retry-after": String(Math.ceil(details.retry_after_ms / 1_000)),
  "access-control-allow-origin": "*"
})
