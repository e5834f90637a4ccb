import "./Field.css"
import { type ReactNode, useId } from "react"

export interface FieldProps {
  readonly label: ReactNode
  /** Beside the label: the unit, the type. */
  readonly detail?: ReactNode
  readonly hint?: ReactNode
  /** What is wrong with the value. */
  readonly problem?: string | undefined
  /** The label is for assistive technology alone. */
  readonly labelHidden?: boolean
}

/** The attributes that tie a control to its label, hint and problem. */
export interface FieldIds {
  readonly id: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
}

/** A label, a control, a hint and what is wrong with it. */
export const Field = ({
  children,
  detail,
  hint,
  label,
  labelHidden = false,
  problem
}: FieldProps & { readonly children: (ids: FieldIds) => ReactNode }) => {
  const id = useId()
  const described = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`]
    .filter((part) => part !== "")
    .join(" ")
  return (
    <div className="field">
      <label className={labelHidden ? "visually-hidden" : "field-label"} htmlFor={id}>
        {label} {detail === undefined ? null : <span className="field-detail">{detail}</span>}
      </label>
      {children({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(problem === undefined ? {} : { "aria-invalid": true as const })
      })}
      {problem === undefined ? null : (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
