import { useLatencyText } from "../../../fleet/useLatencies.ts"
import { formatLatency } from "../../../format/numbers.ts"
import { Spark } from "../../../kit/Spark.tsx"
import { sparkPath } from "../../../kit/sparkPath.ts"

/** What is as high as a spark is, in milliseconds, and how many minutes it shows. */
const scale = { top: 150, minutes: 20 }

const pathOf = (values: ReadonlyArray<number | null>) => sparkPath(values, scale.top)

/** How long a bridge takes to answer: now, and over the last minutes. */
export const LatencyCell = ({
  isLow,
  latencyMs,
  robotId
}: {
  readonly robotId: string
  /** Null while the robot is offline. */
  readonly latencyMs: number | null
  /** The link is slow, and the robot sends less. */
  readonly isLow: boolean
}) => {
  const path = useLatencyText(robotId, scale.minutes, pathOf)
  return latencyMs === null ? (
    <span className="text-3">–</span>
  ) : (
    <span className="robots-latency">
      {path.includes("L") ? <Spark path={path} tone={isLow ? "warn" : "idle"} /> : null}
      <span>{formatLatency(latencyMs)}</span>
    </span>
  )
}
