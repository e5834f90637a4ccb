import "./CheckBox.css"
import { useEffect, useRef } from "react"

/** A native checkbox without a text of its own, as in the first column of a table. */
export const CheckBox = ({
  checked,
  name,
  onChange,
  some = false
}: {
  /** What it chooses: for assistive technology. */
  readonly name: string
  readonly checked: boolean
  /** Part of what it stands for is chosen. */
  readonly some?: boolean
  readonly onChange: (checked: boolean, withShift: boolean) => void
}) => {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = some
  }, [some])
  return (
    <label className="check-box">
      <input
        ref={ref}
        type="checkbox"
        aria-label={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}
