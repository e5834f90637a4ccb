import type { JobRun } from "@fleet/sdk"
import { useRef } from "react"
import { useWords } from "../../../i18n/words.ts"
import { RowSpace, Table } from "../../../kit/Table.tsx"
import { useRowWindow } from "../../../kit/useRowWindow.ts"
import { words } from "../words.ts"
import { RunRow } from "./RunRow.tsx"

/** Jobs that ran, of which only the rows on the screen are in the document. */
export const RunTable = ({
  nameOf,
  runs,
  withRobot
}: {
  readonly runs: ReadonlyArray<JobRun>
  readonly withRobot: boolean
  readonly nameOf: (robotId: string) => string
}) => {
  const t = useWords(words)
  const body = useRef<HTMLTableSectionElement>(null)
  const { after, before, end, first } = useRowWindow(body, runs.length)
  const width = withRobot ? 7 : 6
  return (
    <div className="jobs-table table-framed">
      <Table caption={t.history} rowCount={runs.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t.state}</th>
            {withRobot ? <th scope="col">{t.robot}</th> : null}
            <th scope="col">{t.slug}</th>
            <th scope="col">{t.started}</th>
            <th scope="col" className="table-end jobs-wide">
              {t.duration}
            </th>
            <th scope="col" className="jobs-wide">
              {t.who}
            </th>
            <th scope="col" className="jobs-wide">
              {t.result}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <RowSpace height={before} width={width} />
          {runs.slice(first, end).map((run, place) => (
            <RunRow
              key={run.id}
              run={run}
              index={first + place}
              robotName={nameOf(run.robot_id)}
              withRobot={withRobot}
            />
          ))}
          <RowSpace height={after} width={width} />
        </tbody>
      </Table>
    </div>
  )
}
