import "./ParameterField.css"
import { useId } from "react"
import { formatNumber, typedNumber } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Segmented } from "../../../kit/Segmented.tsx"
import { SelectField } from "../../../kit/SelectField.tsx"
import { Slider } from "../../../kit/Slider.tsx"
import { Switch } from "../../../kit/Switch.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { liveWords } from "../words.ts"
import { controlOf, type Parameter, stepOf } from "./Parameter.ts"
import type { Broken } from "./readForm.ts"

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly typed: string | undefined
  readonly broken: Broken | undefined
  readonly onType: (typed: string | undefined) => void
}

/** The rule that a value breaks, in a sentence. */
const useBroken = ({ broken, parameter }: Pick<ParameterFieldProps, "broken" | "parameter">): string | undefined => {
  const t = useWords(liveWords)
  const { kind, max, min, pattern } = parameter
  switch (broken) {
    case undefined:
      return undefined
    case "required":
      return t.required
    case "type":
      return kind === "integer" || kind === "big" ? t.wantsInteger : kind === "boolean" ? t.required : t.wantsNumber
    case "min":
      return min === undefined ? t.tooSmall : t.least(formatNumber(min))
    case "max":
      return max === undefined ? t.tooLarge : t.most(formatNumber(max))
    case "enum":
      return t.oneOf
    case "pattern":
      return t.pattern(pattern ?? "")
  }
}

/** One parameter of a command, with the control that fits it. */
export const ParameterField = ({ broken, onType, parameter, typed }: ParameterFieldProps) => {
  const t = useWords(liveWords)
  const problem = useBroken({ broken, parameter })
  const id = useId()
  const { choices, description, fallback, max, min, name, type } = parameter
  const detail = (
    <>
      <span translate="no">{type}</span>
      {fallback === undefined ? `, ${t.needed}` : null}
    </>
  )
  const field = {
    label: <Foreign>{name}</Foreign>,
    detail,
    ...(description === null ? {} : { hint: <Foreign>{description}</Foreign> }),
    problem
  }
  const now = typed ?? (fallback === undefined ? undefined : String(fallback))
  switch (controlOf(parameter)) {
    case "switch":
      return (
        <Switch
          label={field.label}
          detail={description === null ? detail : <Foreign>{description}</Foreign>}
          checked={now === "true"}
          onChange={(checked) => onType(String(checked))}
        />
      )
    case "yes-no":
      return (
        <fieldset className="parameter-group" aria-describedby={problem === undefined ? undefined : id}>
          <legend>
            {field.label} <span>{description === null ? detail : <Foreign>{description}</Foreign>}</span>
          </legend>
          {(["true", "false"] as const).map((choice) => (
            <label key={choice}>
              <input type="radio" name={id} checked={typed === choice} onChange={() => onType(choice)} />
              {choice === "true" ? t.yes : t.no}
            </label>
          ))}
          <FieldProblem id={id} problem={problem} />
        </fieldset>
      )
    case "segments":
      return (
        <div className="parameter-group">
          <span className="parameter-name">
            {field.label} <span>{description === null ? detail : <Foreign>{description}</Foreign>}</span>
          </span>
          <Segmented
            name={name}
            value={now}
            options={choices!.map((choice) => ({
              value: String(choice),
              text: <Foreign>{String(choice)}</Foreign>
            }))}
            onChange={onType}
          />
          <FieldProblem id={id} problem={problem} />
        </div>
      )
    case "list":
      return (
        <SelectField
          {...field}
          value={now ?? ""}
          options={[
            ...(now === undefined ? [{ value: "", text: t.choose }] : []),
            ...choices!.map((choice) => ({ value: String(choice), text: String(choice) }))
          ]}
          onChange={onType}
        />
      )
    case "slider": {
      const value = now === undefined ? Number.NaN : Number(now.replace(",", "."))
      const shown = Number.isFinite(value) ? value : (min! + max!) / 2
      return (
        <div className="parameter-range">
          <span className="parameter-name">
            {field.label} <span>{description === null ? detail : <Foreign>{description}</Foreign>}</span>
          </span>
          <div className="parameter-slider">
            <Slider
              name={name}
              min={min!}
              max={max!}
              step={stepOf(parameter)}
              value={shown}
              text={formatNumber(shown)}
              onChange={(next) => onType(typedNumber(Number(next.toPrecision(6))))}
            />
            <span>{formatNumber(min!)}</span>
            <span>{formatNumber(max!)}</span>
          </div>
          <TextField
            label={field.label}
            labelHidden
            problem={problem}
            value={typed ?? ""}
            placeholder={fallback === undefined ? "" : typedNumber(Number(fallback))}
            inputMode="decimal"
            onChange={(text) => onType(text === "" ? undefined : text)}
          />
        </div>
      )
    }
    case "number":
    case "text":
      return (
        <TextField
          {...field}
          value={typed ?? ""}
          inputMode={parameter.kind === "text" ? "text" : "decimal"}
          placeholder={
            fallback === undefined
              ? ""
              : t.byDefault(typeof fallback === "number" ? typedNumber(fallback) : String(fallback))
          }
          onChange={(text) => onType(text === "" && fallback !== undefined ? undefined : text)}
        />
      )
  }
}

const FieldProblem = ({ id, problem }: { readonly id: string; readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <p className="field-problem" id={id}>
      {problem}
    </p>
  )
