import { Link } from "@tanstack/react-router"
import { Fragment, memo } from "react"
import { RobotState } from "../../../fleet/RobotState.tsx"
import { type FleetRobot, isDraftAhead } from "../../../fleet/robotState.ts"
import { formatPercent } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { CheckBox } from "../../../kit/CheckBox.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Icon } from "../../../kit/Icon.tsx"
import { PanelRight } from "../../../kit/icons.ts"
import { visible } from "../../../kit/visible.ts"
import { State } from "../../../kit/State.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { words } from "../words.ts"
import { LatencyCell } from "./LatencyCell.tsx"
import { LiveCell } from "./LiveCell.tsx"

const Jobs = ({ of: { jobs } }: { readonly of: FleetRobot }) => {
  const job = jobs[0]
  if (job === undefined) return <span className="text-3">–</span>
  return (
    <State tone={job.state === "unknown" ? "unsure" : "run"} shape={job.state === "unknown" ? "diamond" : "arc"}>
      <Foreign>{job.slug}</Foreign>
      {job.progress === null ? "" : ` ${formatPercent(job.progress)}`}
      {jobs.length > 1 ? ` +${jobs.length - 1}` : ""}
    </State>
  )
}

const Configuration = ({ of: { config } }: { readonly of: FleetRobot["robot"] }) => {
  const t = useWords(words)
  const { applied_ok, applied_version, published_version } = config
  return (
    <>
      {published_version === null ? <span className="text-3">{t.nothingPublished}</span> : `v${published_version}`}{" "}
      {applied_ok === false && applied_version === published_version ? <Tag tone="warn">{t.applyFailed}</Tag> : null}
      {isDraftAhead(config) ? <Tag>{published_version === null ? t.draftOnly : t.draftAhead}</Tag> : null}
    </>
  )
}

const AppNames = ({ apps }: { readonly apps: ReadonlyArray<string> }) =>
  apps.length === 0 ? (
    <span className="text-3">–</span>
  ) : (
    <span title={apps.map(visible).join(", ")}>
      {apps.map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? null : ", "}
          <Foreign>{name}</Foreign>
        </Fragment>
      ))}
    </span>
  )

/** A robot in the list. It renders anew when its state changes, not when a value does. */
export const RobotRow = memo(
  ({
    apps,
    columns,
    current,
    fleetRobot,
    index,
    isPeeked,
    onPeek,
    onSelect,
    selected
  }: {
    readonly fleetRobot: FleetRobot
    /** The names of the apps that reach it. */
    readonly apps: ReadonlyArray<string>
    /** The slugs of its live columns. */
    readonly columns: ReadonlyArray<string>
    /** Its place among all rows, from 0. */
    readonly index: number
    readonly current: boolean
    readonly selected: boolean
    /** It is shown beside the list. */
    readonly isPeeked: boolean
    readonly onPeek: (robotId: string) => void
    /** With shift: all rows from the one that was chosen last. */
    readonly onSelect: (robotId: string, isRange: boolean) => void
  }) => {
    const t = useWords(words)
    const { robot } = fleetRobot
    const { latency_ms } = robot.bridge_state
    return (
      <tr
        aria-rowindex={index + 2}
        aria-selected={selected || undefined}
        data-current={current || undefined}
        data-row={robot.id}
      >
        <td className="robots-select">
          <CheckBox
            name={t.selectRobot(visible(robot.name))}
            checked={selected}
            onChange={(_, isRange) => onSelect(robot.id, isRange)}
          />
        </td>
        <td className="robots-name">
          <Link
            to="/robots/$robotId"
            params={{ robotId: robot.id }}
            className="table-name"
            data-robot={robot.id}
            title={visible(robot.name)}
          >
            <Foreign>{robot.name}</Foreign>
          </Link>
          <button
            type="button"
            className="robots-peek"
            aria-label={t.peek(visible(robot.name))}
            aria-pressed={isPeeked}
            title={t.peek(visible(robot.name))}
            onClick={() => onPeek(robot.id)}
          >
            <Icon of={PanelRight} />
          </button>
        </td>
        <td>
          <RobotState of={fleetRobot} />
        </td>
        <td className="table-end">
          <LatencyCell
            robotId={robot.id}
            latencyMs={robot.bridge_state.online ? latency_ms : null}
            isLow={robot.bridge_state.low_bandwidth}
          />
        </td>
        <td>
          <Jobs of={fleetRobot} />
        </td>
        {columns.map((slug) => (
          <LiveCell
            key={slug}
            robotId={robot.id}
            slug={slug}
            version={robot.config.published_version}
            isOnline={robot.bridge_state.online}
          />
        ))}
        <td className="robots-wide">
          <Configuration of={robot} />
        </td>
        <td className="robots-apps">
          <AppNames apps={apps} />
        </td>
        <td className="robots-seen table-end">
          {robot.bridge_state.online ? (
            t.seenNow
          ) : robot.last_seen_at === null ? (
            <span className="text-3">{t.never}</span>
          ) : (
            <Ago atMs={Date.parse(robot.last_seen_at)} />
          )}
        </td>
      </tr>
    )
  }
)
