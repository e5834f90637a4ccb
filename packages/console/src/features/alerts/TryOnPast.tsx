import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { FileText } from "../../kit/icons.ts"
import { Problem } from "../../kit/Problem.tsx"
import { SelectField } from "../../kit/SelectField.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { TextField } from "../../kit/TextField.tsx"
import { type ConditionForm, kindFor, readCondition } from "./condition.ts"
import { alertValueText } from "./conditionText.ts"
import { recordedQuery, tryOnPast, valueNowQuery } from "./data.ts"
import { ConditionFields } from "./views/ConditionFields.tsx"
import { PastResult } from "./views/PastResult.tsx"
import { words } from "./words.ts"

const hour = 3_600_000

/** A condition that is tried over what was recorded, and put into the draft of the configuration. */
export const TryOnPast = ({
  robotId,
  slug: given
}: {
  readonly robotId: string
  /** The datapoint that somebody came for. */
  readonly slug: string | undefined
}) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const { data: slugs, error, refetch } = useQuery(recordedQuery(robotId))
  const [chosen, setChosen] = useState(given)
  const [typed, setTyped] = useState<ConditionForm>()
  const [name, setName] = useState("")
  const [severity, setSeverity] = useState<"warning" | "error">("warning")
  const [span, setSpan] = useState(String(24 * hour))
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const attempt = useMutation({ mutationFn: (what: Parameters<typeof tryOnPast>[1]) => tryOnPast(robotId, what) })
  const slug = chosen ?? slugs?.[0]
  const now = useQuery(valueNowQuery(robotId, slug))
  const isThere = slugs !== undefined
  useEffect(() => {
    // Somebody came for this: the form is what they came for.
    if (given === undefined || !isThere) return
    setChosen(given)
    form.current?.scrollIntoView({ block: "center" })
    form.current?.querySelector<HTMLElement>("select")?.focus({ preventScroll: true })
  }, [given, isThere])
  if (error !== null)
    return (
      <Card title={t.newAlert}>
        <Problem error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (slugs === undefined)
    return (
      <Card title={t.newAlert}>
        <Skeleton lines={3} />
      </Card>
    )
  if (slug === undefined)
    return (
      <Card title={t.newAlert}>
        <p className="text-2">{t.noDatapoints}</p>
      </Card>
    )
  const condition: ConditionForm = typed ?? { kind: kindFor(now.data?.value), fire: "", resolve: "" }
  const reading = readCondition(condition)
  const read = () => {
    setTried(true)
    if (reading.ok) return reading.condition
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
    return undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = read()
    if (wanted !== undefined) attempt.mutate({ slug, condition: wanted, spanMs: Number(span) })
  }
  const toDraft = () => {
    const wanted = read()
    if (wanted === undefined) return
    void navigate({
      to: "/robots/$robotId/config",
      params: { robotId },
      search: {
        alert: slug,
        fire: JSON.stringify(wanted.fire_at),
        ...(wanted.resolve_at === undefined ? {} : { resolve: String(wanted.resolve_at) }),
        severity,
        ...(name.trim() === "" ? {} : { name: name.trim() })
      }
    })
  }
  const value = now.data === null || now.data === undefined ? undefined : alertValueText(now.data.value)
  return (
    <Card title={t.newAlert}>
      <form ref={form} onSubmit={submit} noValidate>
        <p className="text-2">{t.tryHint}</p>
        <div className="alerts-try">
          <SelectField
            label={t.slug}
            value={slug}
            onChange={(next) => {
              setChosen(next)
              setTyped(undefined)
              setTried(false)
              attempt.reset()
            }}
            options={[...new Set([slug, ...slugs])].map((each) => ({ value: each, text: each }))}
          />
          <ConditionFields
            form={condition}
            reading={reading}
            isTried={isTried}
            onChange={setTyped}
            hint={value === undefined ? undefined : t.valueNow(value)}
          />
        </div>
        <div className="alerts-try">
          <TextField label={t.alertName} value={name} onChange={setName} maxLength={120} placeholder={t.nameHint} />
          <SelectField
            label={t.severity}
            value={severity}
            onChange={(next) => setSeverity(next === "error" ? "error" : "warning")}
            options={[
              { value: "warning", text: t.warning },
              { value: "error", text: t.error }
            ]}
          />
          <SelectField
            label={t.over}
            value={span}
            onChange={setSpan}
            options={[
              { value: String(hour), text: t.hour },
              { value: String(24 * hour), text: t.day },
              { value: String(7 * 24 * hour), text: t.week }
            ]}
          />
        </div>
        <div className="alerts-try-acts">
          <Button type="submit" busy={attempt.isPending}>
            {t.tryRun}
          </Button>
          <Button kind="primary" icon={FileText} onPress={toDraft}>
            {t.toDraft}
          </Button>
          <span className="text-3 text-small">{t.toDraftHint}</span>
        </div>
      </form>
      {attempt.error === null ? null : <Problem error={attempt.error} />}
      {attempt.data === undefined ? null : <PastResult past={attempt.data} />}
    </Card>
  )
}
