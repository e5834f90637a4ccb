import "./ValueTable.css"
import { useState } from "react"
import { saveText } from "../../../format/csv.ts"
import { formatCount } from "../../../format/numbers.ts"
import { serviceNow } from "../../../format/ticking.ts"
import { formatClock } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { ChartLine, Download, RefreshCw } from "../../../kit/icons.ts"
import { Table } from "../../../kit/Table.tsx"
import { liveWords } from "../words.ts"
import { cellText, csvOfRows, type Rows } from "./rows.ts"

/** As many rows stand in the page; a file has all. */
const mostShown = 200

/** What a chart shows, for everybody who reads rather than looks. It stands still until somebody asks for newer values. */
export const ValueTable = ({
  name,
  note,
  onClose,
  source,
  unit
}: {
  readonly name: string
  /** What is in it now. */
  readonly source: () => Rows
  readonly unit: string | null
  /** What has to be known to read it. */
  readonly note?: string | undefined
  /** Back to the chart; absent where both stand together. */
  readonly onClose?: () => void
}) => {
  const t = useWords(liveWords)
  const [taken, setTaken] = useState(() => ({ atMs: serviceNow(), ...source() }))
  const { columns, rows, timed } = taken
  const shown = rows.slice(-mostShown)
  if (timed) shown.reverse()
  const columnName = (column: string, index: number) => {
    if (timed && index === 0) return t.time
    if (column === "angle_deg") return t.angle
    if (column === "distance_m") return t.distance
    if (column === "samples") return t.samples
    return unit === null ? t.value : t.valueIn(unit)
  }
  return (
    <div className="value-table">
      <div className="value-table-acts">
        <span className="live-card-quiet">
          {shown.length < rows.length
            ? t.rowsOf(formatCount(shown.length), formatCount(rows.length), formatClock(taken.atMs))
            : t.rows(rows.length, formatClock(taken.atMs))}
        </span>
        <Button
          size="small"
          kind="quiet"
          icon={RefreshCw}
          iconOnly
          onPress={() => setTaken({ atMs: serviceNow(), ...source() })}
        >
          {t.renew}
        </Button>
        <Button
          size="small"
          kind="quiet"
          icon={Download}
          iconOnly
          blocked={rows.length === 0 ? t.noRows : undefined}
          onPress={() => saveText(`${name}.csv`, csvOfRows(taken))}
        >
          {t.csv}
        </Button>
        {onClose === undefined ? null : (
          <Button size="small" kind="quiet" icon={ChartLine} iconOnly onPress={onClose}>
            {t.showChart}
          </Button>
        )}
      </div>
      {note === undefined ? null : <p className="live-card-quiet">{note}</p>}
      <Table caption={t.tableOf(name)}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 0 ? "table-end" : undefined}>
                {columnName(column, index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={`${String(row[0])} ${index}`}>
              {row.map((cell, column) => (
                <td key={columns[column]} className={column > 0 ? "table-end" : undefined}>
                  {timed && column === 0 && typeof cell === "number" ? (
                    <time title={cellText(cell, true)}>{formatClock(cell)}</time>
                  ) : (
                    <Foreign>{cellText(cell, false)}</Foreign>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
