import "./JointTable.css"
import { useMemo } from "react"
import { useWords } from "../i18n/words.ts"
import { Foreign } from "../kit/Foreign.tsx"
import { liveWords } from "./liveWords.ts"
import type { Slot } from "./Slot.ts"
import { useDerived } from "./useSlot.ts"
import { Value } from "./Value.tsx"

const columns = ["position", "velocity", "effort"] as const

const numbersOf = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list =
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
  return Array.isArray(list) ? list : []
}

/** Which joints there are and which columns have numbers: rarely others. */
const layoutOf = (value: unknown): string =>
  JSON.stringify({
    names: numbersOf(value, "name").slice(0, 200).map(String),
    columns: columns.filter((column) => numbersOf(value, column).length > 0)
  })

/** The joints of a `sensor_msgs/JointState`, by name. */
export const JointTable = ({
  periodMs,
  slot
}: {
  readonly slot: Slot
  readonly periodMs?: number | null | undefined
}) => {
  const t = useWords(liveWords)
  const layout = useDerived(slot, layoutOf)
  const { columns: shown, names } = useMemo(
    () => JSON.parse(layout) as { names: ReadonlyArray<string>; columns: ReadonlyArray<(typeof columns)[number]> },
    [layout]
  )
  return (
    <table className="joint-table">
      <thead>
        <tr>
          <th scope="col">{t.joint}</th>
          {shown.map((column) => (
            <th key={column} scope="col">
              {t[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row">
              <Foreign>{name}</Foreign>
            </th>
            {shown.map((column) => (
              <td key={column}>
                <Value slot={slot} decimals={3} periodMs={periodMs} pick={(value) => numbersOf(value, column)[index]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
