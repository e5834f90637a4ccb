import { formatNumber } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { SelectField } from "../../../kit/SelectField.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import {
  type ConditionForm,
  isThreshold,
  type Kind,
  kinds,
  type Reading,
  type Refusal,
  typedNumber,
  usualResolve
} from "../condition.ts"
import { words } from "../words.ts"

/** What a condition is made of: how a value is held against what. */
export const ConditionFields = ({
  form,
  hint,
  isTried,
  onChange,
  reading
}: {
  readonly form: ConditionForm
  readonly reading: Reading
  /** Somebody has tried to use it: untouched fields are missing from then on. */
  readonly isTried: boolean
  readonly onChange: (form: ConditionForm) => void
  /** What the value is now. */
  readonly hint: string | undefined
}) => {
  const t = useWords(words)
  const { fire, kind, resolve } = form
  const kindTexts: Readonly<Record<Kind, string>> = {
    below: t.kindBelow,
    above: t.kindAbove,
    number: t.kindNumber,
    text: t.kindText,
    true: t.kindTrue,
    false: t.kindFalse
  }
  const messages: Readonly<Record<Refusal, string>> = { number: t.notNumber, text: t.noText, side: t.resolveSide }
  const problemOf = (refusal: Refusal | undefined, typed: string) =>
    refusal === undefined || (!isTried && typed.trim() === "") ? undefined : messages[refusal]
  const fireAt = typedNumber(fire)
  return (
    <>
      <SelectField
        label={t.tryKind}
        value={kind}
        onChange={(next) => onChange({ ...form, kind: kinds.find((each) => each === next) ?? "below" })}
        options={kinds.map((each) => ({ value: each, text: kindTexts[each] }))}
      />
      {kind === "true" || kind === "false" ? null : (
        <TextField
          label={isThreshold(kind) ? t.fireAt : t.fireValue}
          value={fire}
          onChange={(next) => onChange({ ...form, fire: next })}
          inputMode={kind === "text" ? "text" : "decimal"}
          mono={kind === "text"}
          maxLength={1000}
          hint={hint}
          problem={reading.ok ? undefined : problemOf(reading.fire, fire)}
        />
      )}
      {isThreshold(kind) ? (
        <TextField
          label={t.resolveAt}
          value={resolve}
          onChange={(next) => onChange({ ...form, resolve: next })}
          inputMode="decimal"
          placeholder={fireAt === undefined ? "" : formatNumber(usualResolve(fireAt, kind))}
          problem={reading.ok ? undefined : problemOf(reading.resolve, resolve)}
        />
      ) : null}
    </>
  )
}
