import "./AttentionList.css"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { formatNumber } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { buttonClass } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import { visible } from "../../../kit/visible.ts"
import { useUnit } from "../../../live/useUnit.ts"
import type { Attention } from "../attention.ts"
import { words } from "../words.ts"

const valueText = (value: unknown, unit: string | null | undefined) => {
  const text = typeof value === "number" ? formatNumber(value) : JSON.stringify(value)
  return unit == null ? text : `${text}\u202f${visible(unit)}`
}

const Looks = ({ item }: { readonly item: Attention }) => {
  const t = useWords(fleetWords)
  switch (item.kind) {
    case "alert":
      return (
        <State tone={item.alert.severity === "error" ? "bad" : "warn"} shape="triangle">
          {t.firing}
        </State>
      )
    case "job":
      return (
        <State tone="unsure" shape="diamond">
          {t.jobUnknown}
        </State>
      )
    case "refused":
      return (
        <State tone="warn" shape="square">
          {t.refusedOld}
        </State>
      )
    case "fault":
      return (
        <State tone="warn" shape="triangle">
          {t.failing}
        </State>
      )
  }
}

/** How far a value is from where it should be. */
const Value = ({ item }: { readonly item: Extract<Attention, { readonly kind: "alert" }> }) => {
  const t = useWords(words)
  const { condition, last_value, slug } = item.alert
  const { config, id } = item.robot.robot
  const unit = useUnit(id, config.published_version, slug)?.unit
  if (last_value === undefined || last_value === null) return null
  const value = valueText(last_value, unit)
  if (condition.kind !== "above" && condition.kind !== "below") return <Foreign>{value}</Foreign>
  const limit = valueText(condition.threshold, unit)
  return condition.kind === "above" ? t.isAbove(value, limit) : t.isBelow(value, limit)
}

const On = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  return (
    <>
      {t.on("")}{" "}
      <strong>
        <Foreign>{item.robot.robot.name}</Foreign>
      </strong>
    </>
  )
}

const What = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  switch (item.kind) {
    case "alert":
      return (
        <>
          <strong>
            <Foreign>{item.alert.name}</Foreign>
          </strong>{" "}
          <On item={item} />
        </>
      )
    case "job":
      return (
        <>
          <strong>
            <Foreign>{item.job.slug}</Foreign>
          </strong>{" "}
          <On item={item} />
        </>
      )
    case "refused":
      return (
        <strong>
          <Foreign>{item.robot.robot.name}</Foreign>
        </strong>
      )
    case "fault":
      return (
        <>
          <strong>
            {item.fault.kind === "config" ? (
              t.configuration
            ) : (
              <Foreign>{item.fault.ref === "" ? item.fault.kind : item.fault.ref}</Foreign>
            )}
          </strong>{" "}
          <On item={item} />
        </>
      )
  }
}

const Why = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  switch (item.kind) {
    case "alert":
      return <Value item={item} />
    case "job":
      return t.jobUnknown
    case "refused":
      return t.refusedBridge(String(item.robot.robot.protocol_version ?? "–"))
    case "fault":
      return <Foreign>{item.fault.reason ?? item.fault.state}</Foreign>
  }
}

const Act = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  const { id: robotId } = item.robot.robot
  const className = buttonClass({ size: "small" })
  if (item.kind === "refused")
    return (
      <Link to="/robots/$robotId/setup/$step" params={{ robotId, step: "bridge" }} className={className}>
        {t.howToUpdate}
      </Link>
    )
  if (item.kind === "job")
    return (
      <Link to="/jobs/$robotId/$runId" params={{ robotId, runId: item.job.id }} className={className}>
        {t.openJob}
      </Link>
    )
  if (item.kind === "fault" && item.fault.kind === "config")
    return (
      <Link to="/robots/$robotId/config" params={{ robotId }} className={className}>
        {t.openConfig}
      </Link>
    )
  const search = item.kind === "alert" ? { card: item.alert.slug } : {}
  return (
    <Link to="/robots/$robotId" params={{ robotId }} search={search} className={className}>
      {t.openLive}
    </Link>
  )
}

/** What somebody should look at, each with where to look. */
export const AttentionList = ({ items }: { readonly items: ReadonlyArray<Attention> }) => (
  <ul className="attention">
    {items.map((item) => (
      <li key={item.id} data-list-row>
        <Looks item={item} />
        <p className="attention-text">
          <span>
            <What item={item} />
          </span>{" "}
          <span className="text-2">
            <Why item={item} />
          </span>
        </p>
        <span className="attention-since">{item.since === null ? null : <Ago atMs={item.since} />}</span>
        <Act item={item} />
      </li>
    ))}
  </ul>
)
