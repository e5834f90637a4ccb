import type { RouteAnswer } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { datapointsQuery } from "../../../robot/datapoints.ts"
import { useWords } from "../../../i18n/words.ts"
import { buttonClass } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { useSlot } from "../../../live/useSlot.ts"
import { useUnit } from "../../../live/useUnit.ts"
import { Value, ValueAge } from "../../../live/Value.tsx"
import { fleet } from "../../../session/client.ts"
import { peekWords } from "./peekWords.ts"

/** As many values as the panel shows. */
const mostValues = 12

const PeekValue = ({
  of,
  robotId,
  version
}: {
  readonly robotId: string
  readonly version: number | null
  readonly of: RouteAnswer<"datapoints.list">["datapoints"][number]
}) => {
  const slot = useSlot(fleet, robotId, of.slug)
  const decimals = useUnit(robotId, version, of.slug)?.decimals
  const periodMs = of.rate_throttle_hz === null ? undefined : 1000 / of.rate_throttle_hz
  return (
    <div>
      <dt>
        <Foreign>{of.slug}</Foreign>
      </dt>
      <dd>
        <Value slot={slot} unit={of.unit} decimals={decimals} periodMs={periodMs} />
        <ValueAge slot={slot} periodMs={periodMs} />
      </dd>
    </div>
  )
}

/** The newest values of a robot, as they come. */
export const PeekValues = ({ robotId, version }: { readonly robotId: string; readonly version: number | null }) => {
  const t = useWords(peekWords)
  const { data, error, refetch } = useQuery(datapointsQuery(robotId, version))
  if (error !== null && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={4} />
  const own = data.filter(({ builtin }) => !builtin)
  if (own.length === 0)
    return (
      <p className="peek-none">
        {t.noValues}{" "}
        <Link
          to="/robots/$robotId/setup/$step"
          params={{ robotId, step: "expose" }}
          className={buttonClass({ size: "small" })}
        >
          {t.choose}
        </Link>
      </p>
    )
  return (
    <>
      <dl className="peek-values">
        {own.slice(0, mostValues).map((described) => (
          <PeekValue key={described.slug} robotId={robotId} version={version} of={described} />
        ))}
      </dl>
      {own.length > mostValues ? <p className="text-3 text-small">{t.moreValues(own.length - mostValues)}</p> : null}
    </>
  )
}
