import "./Switch.css"
import { type ReactNode, useId } from "react"

/** On or off, at once. */
export const Switch = ({
  checked,
  detail,
  disabled = false,
  label,
  onChange
}: {
  readonly label: ReactNode
  readonly detail?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}) => {
  const id = useId()
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        <span className="switch-label">{label}</span>
        {/* The space is heard: the two stand apart by a gap alone. */}
        {detail === undefined ? null : (
          <>
            {" "}
            <span className="switch-detail">{detail}</span>
          </>
        )}
      </label>
      <input
        id={id}
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
