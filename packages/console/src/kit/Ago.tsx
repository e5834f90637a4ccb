import { formatAgo, formatMoment } from "../format/times.ts"
import { useNow } from "../format/ticking.ts"

/** How long ago something was, by the service's clock; the moment itself on hover and for assistive technology. */
export const Ago = ({ atMs }: { readonly atMs: number }) => {
  const now = useNow()
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatMoment(atMs)}>
      {formatAgo(now - atMs)}
    </time>
  )
}
