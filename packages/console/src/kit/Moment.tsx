import { formatMoment, formatWhen } from "../format/times.ts"
import { serviceNow } from "../format/ticking.ts"

/** A moment: its time today, otherwise its day as well. */
export const Moment = ({ atMs }: { readonly atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()} title={formatMoment(atMs)}>
    {formatWhen(atMs, serviceNow())}
  </time>
)
