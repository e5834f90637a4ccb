import type { OrgAlert } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import { Table } from "../../../kit/Table.tsx"
import { alertValueText, conditionText } from "../conditionText.ts"
import { words } from "../words.ts"

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
        {states.firing}
      </State>
    )
  return (
    <State tone="idle" shape={alert.last_value === null || alert.last_value === undefined ? "dashed" : "ring"}>
      {alert.last_value === null || alert.last_value === undefined ? states.alertNone : states.alertOk}
    </State>
  )
}

/** Alerts with their state and what they look at. */
export const AlertTable = ({
  alerts,
  caption,
  withRobot
}: {
  readonly alerts: ReadonlyArray<OrgAlert>
  readonly caption: string
  readonly withRobot: boolean
}) => {
  const t = useWords(words)
  return (
    <div className="alerts-table">
      <Table caption={caption}>
        <thead>
          <tr>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.name}</th>
            {withRobot ? <th scope="col">{t.robot}</th> : null}
            <th scope="col" className="alerts-wide">
              {t.slug}
            </th>
            <th scope="col" className="alerts-wide">
              {t.condition}
            </th>
            <th scope="col" className="table-end">
              {t.value}
            </th>
            <th scope="col" className="table-end alerts-wide">
              {t.since}
            </th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <tr key={alert.id}>
              <td>
                <Looks alert={alert} />
              </td>
              <td>
                <Link to="/robots/$robotId/config" params={{ robotId: alert.robot_id }} className="table-name">
                  <Foreign>{alert.name}</Foreign>
                </Link>
              </td>
              {withRobot ? (
                <td>
                  <Link to="/robots/$robotId" params={{ robotId: alert.robot_id }}>
                    <Foreign>{alert.robot_name}</Foreign>
                  </Link>
                </td>
              ) : null}
              <td className="alerts-wide">
                <Foreign>{alert.slug}</Foreign>
              </td>
              <td className="alerts-wide">{conditionText(alert.condition)}</td>
              <td className="table-end">
                <Foreign>{alertValueText(alert.last_value)}</Foreign>
              </td>
              <td className="table-end alerts-wide">
                {alert.state_since === null ? "–" : <Ago atMs={Date.parse(alert.state_since)} />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
