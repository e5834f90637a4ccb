import type { HTMLInputTypeAttribute, Ref } from "react"
import { Field, type FieldProps } from "./Field.tsx"

export interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: Extract<HTMLInputTypeAttribute, "text" | "search" | "email" | "url" | "datetime-local" | "date">
  readonly placeholder?: string
  readonly mono?: boolean
  readonly large?: boolean
  readonly lines?: number
  readonly maxLength?: number
  readonly inputMode?: "decimal" | "numeric" | "text"
  readonly autoComplete?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onBlur?: () => void
  readonly disabled?: boolean
}

/** A line of text, or several. */
export const TextField = (props: TextFieldProps) => {
  const className = `input${props.mono === true ? " input-mono" : ""}${props.large === true ? " input-large" : ""}`
  return (
    <Field {...props}>
      {(ids) =>
        props.lines === undefined ? (
          <input
            {...ids}
            ref={props.ref}
            className={className}
            type={props.type ?? "text"}
            value={props.value}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete ?? "off"}
            spellCheck={false}
            disabled={props.disabled}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
          />
        ) : (
          <textarea
            {...ids}
            className={className}
            rows={props.lines}
            value={props.value}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            spellCheck={false}
            disabled={props.disabled}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
          />
        )
      }
    </Field>
  )
}
