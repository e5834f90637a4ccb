import "./AttentionList.css"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { formatNumber } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { buttonClass } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import type { Attention } from "../attention.ts"
import { words } from "../words.ts"

const valueText = (value: unknown) => (typeof value === "number" ? formatNumber(value) : JSON.stringify(value))

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

const Text = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  const robot = <Foreign>{item.robot.robot.name}</Foreign>
  switch (item.kind) {
    case "alert": {
      const { condition, last_value, name } = item.alert
      return (
        <>
          <strong>
            <Foreign>{name}</Foreign>
          </strong>{" "}
          {t.on("")} <strong>{robot}</strong>{" "}
          <span className="text-2">
            {last_value === undefined || last_value === null ? null : condition.kind === "above" ? (
              t.isAbove(valueText(last_value), formatNumber(condition.threshold))
            ) : condition.kind === "below" ? (
              t.isBelow(valueText(last_value), formatNumber(condition.threshold))
            ) : (
              <Foreign>{valueText(last_value)}</Foreign>
            )}
          </span>
        </>
      )
    }
    case "job":
      return (
        <>
          <strong>
            <Foreign>{item.job.slug}</Foreign>
          </strong>{" "}
          {t.on("")} <strong>{robot}</strong> <span className="text-2">{t.jobUnknown}</span>
        </>
      )
    case "refused":
      return (
        <>
          <strong>{robot}</strong>{" "}
          <span className="text-2">{t.refusedBridge(String(item.robot.robot.protocol_version ?? "–"))}</span>
        </>
      )
    case "fault":
      return (
        <>
          <strong>{item.fault.ref === "" ? item.fault.kind : item.fault.ref}</strong> {t.on("")}{" "}
          <strong>{robot}</strong>{" "}
          <span className="text-2">
            <Foreign>{item.fault.reason ?? item.fault.state}</Foreign>
          </span>
        </>
      )
  }
}

const Act = ({ item }: { readonly item: Attention }) => {
  const t = useWords(words)
  const text = item.kind === "refused" ? t.howToUpdate : t.openLive
  return (
    <Link to="/robots/$robotId" params={{ robotId: item.robot.robot.id }} className={buttonClass({ size: "small" })}>
      {text}
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
          <Text item={item} />
        </p>
        <span className="attention-since">{item.since === null ? null : <Ago atMs={item.since} />}</span>
        <Act item={item} />
      </li>
    ))}
  </ul>
)
