import "./Table.css"
import { ChevronDown, ChevronUp } from "./icons.ts"
import { Icon } from "./Icon.tsx"

export interface Sorting {
  readonly by: string
  readonly descending: boolean
}

/** The head of a column that a press sorts by. */
export const SortHeader = ({
  column,
  end = false,
  onSort,
  sorting,
  text
}: {
  readonly column: string
  readonly text: string
  readonly end?: boolean
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}) => {
  const active = sorting.by === column
  return (
    <th
      scope="col"
      className={end ? "table-end" : undefined}
      aria-sort={active ? (sorting.descending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className="table-sort"
        onClick={() => onSort({ by: column, descending: active && !sorting.descending })}
      >
        {text}
        {active ? <Icon of={sorting.descending ? ChevronDown : ChevronUp} size={14} /> : null}
      </button>
    </th>
  )
}
