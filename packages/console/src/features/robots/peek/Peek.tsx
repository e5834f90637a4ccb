import "./Peek.css"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { JobState } from "../../../fleet/JobState.tsx"
import { RobotState } from "../../../fleet/RobotState.tsx"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { formatNumber, formatPercent } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Button, buttonClass } from "../../../kit/Button.tsx"
import { Empty } from "../../../kit/Empty.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { X } from "../../../kit/icons.ts"
import { Part } from "../../../kit/Part.tsx"
import { State } from "../../../kit/State.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { visible } from "../../../kit/visible.ts"
import { LatencyCell } from "../views/LatencyCell.tsx"
import { PeekValues } from "./PeekValues.tsx"
import { peekWords } from "./peekWords.ts"

interface PeekProps {
  /** Undefined where no robot of the fleet has the id of the address. */
  readonly robot: FleetRobot | undefined
  readonly apps: ReadonlyArray<string>
  /** The filter of the list hides it. */
  readonly isOutside: boolean
  readonly onClose: () => void
}

const Section = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="peek-section" aria-label={title}>
    <h3>{title}</h3>
    <Part name={title}>{children}</Part>
  </section>
)

const Alerts = ({ of: { alerts, robot } }: { readonly of: FleetRobot }) => (
  <ul className="peek-list">
    {alerts.map((alert) => (
      <li key={alert.id}>
        <Link to="/robots/$robotId/alerts" params={{ robotId: robot.id }}>
          <State tone={alert.severity === "error" ? "bad" : "warn"} shape="triangle">
            <Foreign>{alert.name}</Foreign>
          </State>
        </Link>
        <span className="text-3">
          {typeof alert.last_value === "number" ? `${formatNumber(alert.last_value)} · ` : ""}
          {alert.state_since === null ? null : <Ago atMs={Date.parse(alert.state_since)} />}
        </span>
      </li>
    ))}
  </ul>
)

const Jobs = ({ of: { jobs, robot } }: { readonly of: FleetRobot }) => (
  <ul className="peek-list">
    {jobs.map((job) => (
      <li key={job.id}>
        <Link to="/jobs/$robotId/$runId" params={{ robotId: robot.id, runId: job.id }}>
          <strong>
            <Foreign>{job.slug}</Foreign>
          </strong>{" "}
          <JobState is={job.state} />
        </Link>
        <span className="text-3">
          {job.progress === null ? "" : `${formatPercent(job.progress)} · `}
          <Ago atMs={Date.parse(job.started_at)} />
        </span>
      </li>
    ))}
  </ul>
)

const Faults = ({ of: { faults } }: { readonly of: FleetRobot }) => (
  <ul className="peek-list">
    {faults.map((fault) => (
      <li key={`${fault.kind} ${fault.ref} ${fault.facet}`}>
        <State tone="warn" shape="triangle">
          <Foreign>{fault.ref === "" ? fault.kind : fault.ref}</Foreign>
        </State>
        <span className="text-3">
          <Foreign>{fault.reason ?? fault.state}</Foreign>
        </span>
      </li>
    ))}
  </ul>
)

const Facts = ({ apps, of: { robot } }: { readonly of: FleetRobot; readonly apps: ReadonlyArray<string> }) => {
  const t = useWords(peekWords)
  const { bridge_state, config, last_seen_at } = robot
  return (
    <dl className="peek-facts">
      <div>
        <dt>{t.latency}</dt>
        <dd>
          <LatencyCell
            robotId={robot.id}
            latencyMs={bridge_state.online ? bridge_state.latency_ms : null}
            isLow={bridge_state.low_bandwidth}
          />
        </dd>
      </div>
      <div>
        <dt>{t.seen}</dt>
        <dd>
          {bridge_state.online ? t.now : last_seen_at === null ? t.never : <Ago atMs={Date.parse(last_seen_at)} />}
        </dd>
      </div>
      <div>
        <dt>{t.configuration}</dt>
        <dd>
          <Link to="/robots/$robotId/config" params={{ robotId: robot.id }} className="table-name">
            {config.published_version === null ? t.nothing : `v${config.published_version}`}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t.apps}</dt>
        <dd>{apps.length === 0 ? "–" : apps.map((name) => <Foreign key={name}>{name}</Foreign>)}</dd>
      </div>
    </dl>
  )
}

/** A robot beside the list: what it is, what it does and what it measures, without leaving the list. */
const Peek = ({ apps, isOutside, onClose, robot: of }: PeekProps) => {
  const t = useWords(peekWords)
  const close = (
    <Button kind="quiet" size="small" icon={X} iconOnly keys="Esc" onPress={onClose}>
      {t.close}
    </Button>
  )
  if (of === undefined)
    return (
      <aside className="peek" aria-label={t.gone}>
        <header>{close}</header>
        <Empty title={t.gone}>{t.goneHint}</Empty>
      </aside>
    )
  const { alerts, faults, jobs, robot } = of
  return (
    <aside className="peek" aria-label={t.name(visible(robot.name))} data-peek={robot.id}>
      <header>
        <h2>
          <Foreign>{robot.name}</Foreign>
        </h2>
        <Link to="/robots/$robotId" params={{ robotId: robot.id }} className={buttonClass({ size: "small" })}>
          {t.open}
        </Link>
        {close}
        <p>
          <RobotState of={of} /> {isOutside ? <Tag>{t.outside}</Tag> : null}
        </p>
      </header>
      <Facts of={of} apps={apps} />
      {alerts.length === 0 ? null : (
        <Section title={t.alerts}>
          <Alerts of={of} />
        </Section>
      )}
      {faults.length === 0 ? null : (
        <Section title={t.faults}>
          <Faults of={of} />
        </Section>
      )}
      <Section title={t.jobs}>{jobs.length === 0 ? <p className="text-3">{t.noJobs}</p> : <Jobs of={of} />}</Section>
      <Section title={t.values}>
        <PeekValues key={robot.id} robotId={robot.id} version={robot.config.published_version} />
      </Section>
    </aside>
  )
}

export default Peek
