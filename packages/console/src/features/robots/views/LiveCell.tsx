import { useSlot } from "../../../live/useSlot.ts"
import { Value } from "../../../live/Value.tsx"
import { fleet } from "../../../session/client.ts"

/** The newest value of a slug in a robot's row: subscribed while the row is in the document. */
export const LiveCell = ({
  isOnline,
  robotId,
  slug
}: {
  readonly robotId: string
  readonly slug: string
  readonly isOnline: boolean
}) => {
  const slot = useSlot(fleet, robotId, slug, isOnline)
  return (
    <td className="robots-live">
      <Value slot={slot} decimals={null} />
    </td>
  )
}
