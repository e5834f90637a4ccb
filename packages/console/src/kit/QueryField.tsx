import "./QueryField.css"
import { type Ref, useId } from "react"
import { Icon } from "./Icon.tsx"
import { Filter } from "./icons.ts"
import { Kbd } from "./Kbd.tsx"

/** The field that a list is filtered by. */
export const QueryField = ({
  hint,
  name,
  onChange,
  placeholder,
  problem,
  ref,
  suggestions = [],
  value
}: {
  readonly name: string
  readonly value: string
  readonly placeholder: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly problem?: string | undefined
  /** Keys and values that may be typed next. */
  readonly suggestions?: ReadonlyArray<string>
  readonly ref?: Ref<HTMLInputElement>
}) => {
  const id = useId()
  return (
    <div className="query-field">
      <div className="query-field-box">
        <Icon of={Filter} />
        <input
          ref={ref}
          type="text"
          aria-label={name}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          list={`${id}-list`}
          value={value}
          placeholder={placeholder}
          title={hint}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.stopPropagation()
            if (value === "") event.currentTarget.blur()
            else onChange("")
          }}
        />
        <Kbd>/</Kbd>
        <datalist id={`${id}-list`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      </div>
      {problem === undefined ? null : (
        <p className="query-field-problem" id={`${id}-problem`} role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
