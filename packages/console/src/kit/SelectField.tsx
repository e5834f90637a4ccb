import { Field, type FieldProps } from "./Field.tsx"

/** One of a list, by the platform's own list box. */
export const SelectField = ({
  onChange,
  options,
  value,
  ...field
}: FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: ReadonlyArray<{ readonly value: string; readonly text: string }>
}) => (
  <Field {...field}>
    {(ids) => (
      <select {...ids} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
