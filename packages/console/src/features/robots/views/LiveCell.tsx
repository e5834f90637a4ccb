import { useSlot } from "../../../live/useSlot.ts"
import { useUnit } from "../../../live/useUnit.ts"
import { Value } from "../../../live/Value.tsx"
import { fleet } from "../../../session/client.ts"

/** The newest value of a slug in a robot's row: subscribed while the row is in the document. */
export const LiveCell = ({
  isOnline,
  robotId,
  slug,
  version
}: {
  readonly robotId: string
  readonly slug: string
  /** The configuration that says how the value is written. */
  readonly version: number | null
  readonly isOnline: boolean
}) => {
  const slot = useSlot(fleet, robotId, slug, isOnline)
  const described = useUnit(robotId, version, slug)
  return (
    <td className="robots-live">
      <Value slot={slot} unit={described?.unit} decimals={described?.decimals} />
    </td>
  )
}
