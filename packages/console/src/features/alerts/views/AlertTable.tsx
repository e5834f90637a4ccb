import type { OrgAlert } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import { Table } from "../../../kit/Table.tsx"
import { alertValueText, conditionText } from "../conditionText.ts"
import { type AlertRow, foldAlerts } from "../foldAlerts.ts"
import type { AlertContext, RecentValues } from "../useContexts.ts"
import { words } from "../words.ts"
import { Spark } from "./Spark.tsx"

const Looks = ({ alert }: { readonly alert: OrgAlert }) => {
  const t = useWords(words)
  const states = useWords(fleetWords)
  if (!alert.enabled)
    return (
      <State tone="idle" shape="barred">
        {t.off}
      </State>
    )
  if (alert.state === "firing")
    return (
      <State tone={alert.severity === "error" ? "bad" : "warn"} shape="triangle">
        {states.firing} · {alert.severity === "error" ? states.error : states.warning}
      </State>
    )
  return (
    <State tone="idle" shape={alert.last_value === null || alert.last_value === undefined ? "dashed" : "ring"}>
      {alert.last_value === null || alert.last_value === undefined ? states.alertNone : states.alertOk}
    </State>
  )
}

const Recent = ({ alert, recent }: { readonly alert: OrgAlert; readonly recent: RecentValues | undefined }) => {
  const t = useWords(words)
  if (recent === undefined) return null
  if (recent.points.length === 0)
    return (
      <span className="text-3" title={t.noSpark}>
        –<span className="visually-hidden"> {t.noSpark}</span>
      </span>
    )
  const { condition, severity } = alert
  return (
    <Spark
      {...recent}
      threshold={condition.kind === "equals" ? undefined : condition.threshold}
      tone={severity === "error" ? "bad" : "warn"}
    />
  )
}

const Row = ({
  alert,
  context,
  withRecent,
  withRobot
}: {
  readonly alert: OrgAlert
  readonly context: AlertContext | undefined
  readonly withRecent: boolean
  readonly withRobot: boolean
}) => {
  const unit = context?.unit ?? null
  const isFiring = alert.enabled && alert.state === "firing"
  const hasValue = alert.last_value !== null && alert.last_value !== undefined
  return (
    <tr>
      <td>
        <Looks alert={alert} />
      </td>
      <td>
        <Link
          to="/robots/$robotId/config"
          params={{ robotId: alert.robot_id }}
          search={{ at: context?.place ?? `datapoints.${alert.slug}` }}
          className="table-name"
        >
          <Foreign>{alert.name}</Foreign>
        </Link>
        {withRobot ? (
          <span className="alerts-narrow">
            <Foreign>{alert.robot_name}</Foreign>
          </span>
        ) : null}
      </td>
      {withRobot ? (
        <td className="alerts-wide">
          <Link to="/robots/$robotId" params={{ robotId: alert.robot_id }}>
            <Foreign>{alert.robot_name}</Foreign>
          </Link>
        </td>
      ) : null}
      <td className="alerts-wide">
        <Link to="/robots/$robotId" params={{ robotId: alert.robot_id }} search={{ card: alert.slug }}>
          <Foreign>{alert.slug}</Foreign>
        </Link>
      </td>
      <td className="alerts-wide alerts-condition">
        <Foreign>{conditionText(alert.condition)}</Foreign>
      </td>
      {withRecent ? (
        <td className="alerts-wide">
          <Recent alert={alert} recent={context?.recent} />
        </td>
      ) : null}
      <td className="table-end">
        <span
          className={
            isFiring ? `alerts-value alerts-value-${alert.severity === "error" ? "bad" : "warn"}` : "alerts-value"
          }
        >
          <Foreign>{alertValueText(alert.last_value, context?.decimals)}</Foreign>
        </span>
        {unit === null || !hasValue ? null : (
          <span className="text-2">
            {"\u202f"}
            <Foreign>{unit}</Foreign>
          </span>
        )}
      </td>
      <td className="table-end alerts-wide">
        {alert.state_since === null ? "–" : <Ago atMs={Date.parse(alert.state_since)} />}
      </td>
    </tr>
  )
}

/** The same alert on many robots that are well; it leads to them one by one. */
const FoldedRow = ({ row }: { readonly row: Extract<AlertRow, { readonly kind: "many" }> }) => {
  const t = useWords(words)
  const { alert, median, query, robots } = row
  return (
    <tr>
      <td>
        <Looks alert={alert} />
      </td>
      <td>
        <Link to="/alerts" search={{ q: query }} className="table-name">
          <Foreign>{alert.name}</Foreign>
        </Link>
        <span className="alerts-narrow">{t.robots(robots)}</span>
      </td>
      <td className="alerts-wide">{t.robots(robots)}</td>
      <td className="alerts-wide">
        <Foreign>{alert.slug}</Foreign>
      </td>
      <td className="alerts-wide alerts-condition">
        <Foreign>{conditionText(alert.condition)}</Foreign>
      </td>
      <td className="table-end">
        {median === undefined ? "–" : <span className="text-2">{t.median(alertValueText(median))}</span>}
      </td>
      <td className="table-end alerts-wide">–</td>
    </tr>
  )
}

/** Alerts with their state and what they look at. */
export const AlertTable = ({
  alerts,
  caption,
  contexts,
  isFolded = false,
  withRecent = false,
  withRobot
}: {
  readonly alerts: ReadonlyArray<OrgAlert>
  readonly caption: string
  /** What is known beside an alert, by its id: it comes later, and for some never. */
  readonly contexts?: ReadonlyMap<string, AlertContext>
  /** The same one on many robots stands once, where all is well. */
  readonly isFolded?: boolean
  /** With a line of the last hour. */
  readonly withRecent?: boolean
  readonly withRobot: boolean
}) => {
  const t = useWords(words)
  const rows: ReadonlyArray<AlertRow> = isFolded ? foldAlerts(alerts) : alerts.map((alert) => ({ kind: "one", alert }))
  return (
    <div className="alerts-table table-framed">
      <Table caption={caption}>
        <thead>
          <tr>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.name}</th>
            {withRobot ? (
              <th scope="col" className="alerts-wide">
                {t.robot}
              </th>
            ) : null}
            <th scope="col" className="alerts-wide">
              {t.slug}
            </th>
            <th scope="col" className="alerts-wide">
              {t.condition}
            </th>
            {withRecent ? (
              <th scope="col" className="alerts-wide">
                {t.lastHour}
              </th>
            ) : null}
            <th scope="col" className="table-end">
              {t.value}
            </th>
            <th scope="col" className="table-end alerts-wide">
              {t.since}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.kind === "many" ? (
              <FoldedRow key={row.alert.id} row={row} />
            ) : (
              <Row
                key={row.alert.id}
                alert={row.alert}
                context={contexts?.get(row.alert.id)}
                withRecent={withRecent}
                withRobot={withRobot}
              />
            )
          )}
        </tbody>
      </Table>
    </div>
  )
}
