import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { formatNumber } from "../../format/numbers.ts"
import { formatDuration } from "../../format/times.ts"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { LineChart } from "../../kit/LineChart.tsx"
import { Moment } from "../../kit/Moment.tsx"
import { Note } from "../../kit/Note.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { SelectField } from "../../kit/SelectField.tsx"
import { State } from "../../kit/State.tsx"
import { TextField } from "../../kit/TextField.tsx"
import { recordedQuery, tryOnPast } from "./data.ts"
import { words } from "./words.ts"

const hour = 3_600_000

/** A number as people type it: a decimal comma is one too. Undefined where it is none. */
export const typedNumber = (text: string): number | undefined => {
  const trimmed = text.trim().replace(",", ".")
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined
}

/** When a condition would have fired, over what was recorded. */
export const TryOnPast = ({
  robotId,
  slug: given
}: {
  readonly robotId: string
  readonly slug: string | undefined
}) => {
  const t = useWords(words)
  const { data: slugs } = useQuery(recordedQuery(robotId))
  const [chosen, setChosen] = useState(given)
  const [kind, setKind] = useState<"above" | "below">("below")
  const [fireText, setFireText] = useState("")
  const [resolveText, setResolveText] = useState("")
  const [span, setSpan] = useState(String(24 * hour))
  const [isTried, setTried] = useState(false)
  const attempt = useMutation({ mutationFn: (what: Parameters<typeof tryOnPast>[1]) => tryOnPast(robotId, what) })
  const slug = chosen ?? slugs?.[0]
  if (slugs !== undefined && slugs.length === 0)
    return (
      <Card title={t.try}>
        <p className="text-2">{t.noRecorded}</p>
      </Card>
    )
  const fireAt = typedNumber(fireText)
  const resolveAt = resolveText.trim() === "" ? fireAt : typedNumber(resolveText)
  const isWrongSide =
    fireAt !== undefined && resolveAt !== undefined && (kind === "above" ? resolveAt > fireAt : resolveAt < fireAt)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (slug === undefined || fireAt === undefined || resolveAt === undefined || isWrongSide) return
    // Equal limits would not say which side fires: the smallest step apart does.
    const apart = resolveAt === fireAt ? (kind === "above" ? -1 : 1) * Math.max(Math.abs(fireAt) * 1e-9, 1e-9) : 0
    attempt.mutate({ slug, fireAt, resolveAt: resolveAt + apart, spanMs: Number(span) })
  }
  const fired = attempt.data?.preview.transitions.filter((move) => move.state === "firing").length ?? 0
  return (
    <Card title={t.try}>
      <form onSubmit={submit}>
        <p className="text-2">{t.tryHint}</p>
        <div className="alerts-try">
          <SelectField
            label={t.slug}
            value={slug ?? ""}
            onChange={setChosen}
            options={(slugs ?? []).map((each) => ({ value: each, text: each }))}
          />
          <SelectField
            label={t.tryKind}
            value={kind}
            onChange={(next) => setKind(next === "above" ? "above" : "below")}
            options={[
              { value: "below", text: t.kindBelow },
              { value: "above", text: t.kindAbove }
            ]}
          />
          <TextField
            label={t.fireAt}
            value={fireText}
            onChange={setFireText}
            inputMode="decimal"
            problem={isTried && fireAt === undefined ? t.notNumber : undefined}
          />
          <TextField
            label={t.resolveAt}
            value={resolveText}
            onChange={setResolveText}
            inputMode="decimal"
            problem={
              resolveText.trim() !== "" && isTried && resolveAt === undefined
                ? t.notNumber
                : isTried && isWrongSide
                  ? t.resolveSide
                  : undefined
            }
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
        <p className="alerts-try-result">
          <span>
            <Button type="submit" busy={attempt.isPending}>
              {t.tryRun}
            </Button>
          </span>
        </p>
      </form>
      {attempt.error === null ? null : <Problem error={attempt.error} />}
      {attempt.data === undefined ? null : (
        <div className="alerts-try-result" aria-live="polite">
          <p>
            <strong>{t.wouldHave(fired)}</strong>
          </p>
          <LineChart
            from={attempt.data.from}
            to={attempt.data.to}
            unit=""
            name={t.wouldHave(fired)}
            points={attempt.data.points.map((point) => ({
              at: point.at.getTime(),
              value: typeof point.value === "number" ? point.value : null
            }))}
          />
          <ol className="alerts-moves">
            {attempt.data.preview.transitions.map((move) => (
              <li key={move.at_ms}>
                <State
                  tone={move.state === "firing" ? "warn" : "ok"}
                  shape={move.state === "firing" ? "triangle" : "check"}
                >
                  {move.state === "firing" ? t.fired : t.resolved}
                </State>
                <Moment atMs={move.at_ms} />
                <span className="text-2">{typeof move.value === "number" ? formatNumber(move.value) : ""}</span>
              </li>
            ))}
          </ol>
          {attempt.data.preview.sample_gap_ms > 0 ? (
            <p className="text-3 text-small">{t.gap(formatDuration(attempt.data.preview.sample_gap_ms))}</p>
          ) : null}
          {attempt.data.preview.truncated ? <Note tone="warn">{t.truncated}</Note> : null}
        </div>
      )}
    </Card>
  )
}
