import "./Segmented.css"
import { formatCount } from "../format/numbers.ts"
import type { ReactNode } from "react"

/** A few choices side by side, one of which holds. */
export const Segmented = <Value extends string>({
  name,
  onChange,
  options,
  value
}: {
  readonly name: string
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly options: ReadonlyArray<{ readonly value: Value; readonly text: ReactNode; readonly count?: number }>
}) => (
  <div className="segmented" role="group" aria-label={name}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.text}
        {option.count === undefined ? null : <span className="segmented-count">{formatCount(option.count)}</span>}
      </button>
    ))}
  </div>
)
