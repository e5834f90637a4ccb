import { type ApiError, AtCapacity, envelopeOf, statusOf, type Unavailable } from "@fleet/domain/Errors"

/** When a peer that found no place is asked to try again, in milliseconds: each at another time. */
const retryAfterMs = { from: 2_000, to: 8_000 }

/** That time. `random` is from 0 to 1. */
export const comeBackAfterMs = (random: number): number => {
  const { from, to } = retryAfterMs
  return Math.round(from + random * (to - from))
}

/** The refusal of a peer for which the server has no room now. `random` is from 0 to 1. */
export const comeBackLater = (random: number): AtCapacity =>
  new AtCapacity({ details: { retry_after_ms: comeBackAfterMs(random) } })

/** Its headers. It is the same for everybody: a page of any origin may read when to come back. */
export const comeBackHeaders = ({ details }: AtCapacity | Unavailable) => ({
  "retry-after": String(Math.ceil(details.retry_after_ms / 1_000)),
  "access-control-allow-origin": "*"
})

/** The headers that a refusal has beside its body. */
export const refusalHeaders = (error: ApiError): Readonly<Record<string, string>> =>
  error._tag === "at_capacity" || error._tag === "unavailable" ? comeBackHeaders(error) : {}

/** A refusal as it is written to a connection: its head as names and values, with which the connection is kept or not. */
export interface WrittenRefusal {
  readonly status: number
  readonly kept: ReadonlyArray<string>
  readonly closing: ReadonlyArray<string>
  readonly body: string
}

const written = (refusal: AtCapacity): WrittenRefusal => {
  const body = JSON.stringify(envelopeOf(refusal))
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
    ...comeBackHeaders(refusal)
  }
  const kept = Object.entries(headers).flat()
  return { status: statusOf(refusal), kept, closing: [...kept, "connection", "close"], body }
}

/** The number of different times to come back. */
const times = 256

/** Refusals that are encoded once: a refused request costs no more than the write. `random` is from 0 to 1, 1 excluded. */
export const makeRefusals = (): ((random: number) => WrittenRefusal) => {
  const all = Array.from({ length: times }, (_, index) => written(comeBackLater(index / (times - 1))))
  return (random) => all[Math.floor(random * times)]!
}
