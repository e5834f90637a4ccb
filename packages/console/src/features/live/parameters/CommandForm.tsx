import "./CommandForm.css"
import { FleetError } from "@fleet/sdk"
import { type ReactNode, useMemo, useRef, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { CodeBlock } from "../../../kit/CodeBlock.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { hasTyped, keepTyped, type Typed, typedIn } from "../../../robot/typedCommands.ts"
import { busyWhile } from "../../../session/busy.ts"
import { liveWords } from "../words.ts"
import type { Parameter } from "./Parameter.ts"
import { ParameterField } from "./ParameterField.tsx"
import { type Broken, messageOf, readForm } from "./readForm.ts"

busyWhile(hasTyped)

const rules: ReadonlySet<string> = new Set<Broken>(["required", "type", "min", "max", "enum", "pattern"])

/** The fields that the service refused. */
const brokenBy = (error: unknown): Readonly<Record<string, Broken>> => {
  if (!FleetError.is(error) || error.code !== "parameter_invalid") return {}
  const { violations = [] } = (error.details ?? {}) as {
    readonly violations?: ReadonlyArray<{ readonly field: string; readonly rule: string }>
  }
  return Object.fromEntries(
    violations.filter(({ rule }) => rules.has(rule)).map(({ field, rule }) => [field, rule as Broken])
  )
}

export interface CommandFormProps {
  /** Names what was typed. */
  readonly id: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The body that the configuration fills in. */
  readonly message: unknown
  readonly action: string
  readonly kind?: "primary" | "plain"
  /** Why it cannot be sent now. */
  readonly blocked: string | undefined
  readonly isBusy: boolean
  /** What the last try was refused with. */
  readonly error: unknown
  readonly onRun: (values: Readonly<Record<string, unknown>>) => void
  /** Another button beside the first, and how it reads the form: undefined where a value is wrong, which is shown then. */
  readonly second?: (read: () => Readonly<Record<string, unknown>> | undefined) => ReactNode
  /** At the end of the row of the button. */
  readonly aside?: ReactNode
}

/** The parameters of a command, checked as the service does, and what leaves with them. */
export const CommandForm = (props: CommandFormProps) => {
  const { blocked, error, id, message, onRun, parameters } = props
  const t = useWords(liveWords)
  const [typed, setTyped] = useState<Typed>(() => typedIn(id) ?? {})
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reading = useMemo(() => readForm(parameters, typed), [parameters, typed])
  const own = reading.ok ? {} : reading.broken
  const refused = useMemo(() => brokenBy(error), [error])
  const type = (name: string, text: string | undefined) => {
    const next = { ...typed, [name]: text }
    keepTyped(id, next)
    setTyped(next)
  }
  const brokenOf = (name: string): Broken | undefined => {
    const broken = own[name]
    // An untouched field counts as missing after the first attempt to send.
    if (broken !== undefined) return isTried || (typed[name] ?? "") !== "" ? broken : undefined
    return refused[name]
  }
  const read = () => {
    setTried(true)
    if (reading.ok) return reading.values
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
    return undefined
  }
  const run = () => {
    if (blocked !== undefined || props.isBusy) return setTried(true)
    const values = read()
    if (values !== undefined) onRun(values)
  }
  const filled = {
    ...Object.fromEntries(parameters.map(({ fallback, name }) => [name, fallback])),
    ...(reading.ok ? reading.values : {})
  }
  return (
    <form
      ref={form}
      className="command-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        run()
      }}
    >
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          typed={typed[parameter.name]}
          broken={brokenOf(parameter.name)}
          onType={(text) => type(parameter.name, text)}
        />
      ))}
      {error === null || error === undefined || Object.keys(refused).length > 0 ? null : <Problem error={error} />}
      <div className="command-acts">
        <Button type="submit" kind={props.kind ?? "plain"} busy={props.isBusy} blocked={blocked}>
          {props.action}
        </Button>
        {props.second?.(read)}
        {props.aside === undefined ? null : <span className="command-aside">{props.aside}</span>}
      </div>
      {message === undefined ? null : (
        <details className="command-message">
          <summary>{t.preview}</summary>
          <CodeBlock name={t.preview} text={JSON.stringify(messageOf(message, filled), undefined, 2) ?? ""} />
        </details>
      )}
    </form>
  )
}
