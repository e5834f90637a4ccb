import "./HistoryPart.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { formatNumber } from "../../../format/numbers.ts"
import { serviceNow, useClockOffset } from "../../../format/ticking.ts"
import { formatDay, zoneName } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button, buttonClass } from "../../../kit/Button.tsx"
import { ChevronLeft, ChevronRight, X } from "../../../kit/icons.ts"
import { LineChart } from "../../../kit/LineChart.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Segmented } from "../../../kit/Segmented.tsx"
import { SelectField } from "../../../kit/SelectField.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { fleet } from "../../../session/client.ts"
import { ValueTable } from "../table/ValueTable.tsx"
import { historyWords } from "./historyWords.ts"
import { rangeOf, shifted, spans, type Step, stepsFor, usualStep } from "./historyRange.ts"
import { chartOf, type HistoryPoint, rowsOfHistory } from "./historyRows.ts"

const route = getRouteApi("/console/robots/$robotId/")

/** Aggregates that a number has. */
const aggregates = ["avg", "min", "max", "last"] as const
type Aggregate = (typeof aggregates)[number]

/** As many samples as are read at once. */
const mostSamples = 2000

/** What was recorded of a datapoint, in the window that the address names. */
export const HistoryPart = ({
  decimals,
  isNumber,
  isRecorded,
  robotId,
  slug,
  unit
}: {
  readonly robotId: string
  readonly slug: string
  readonly unit: string | null
  readonly decimals: number | null
  /** Its values can be gathered and drawn. */
  readonly isNumber: boolean
  readonly isRecorded: boolean
}) => {
  const t = useWords(historyWords)
  const navigate = useNavigate()
  const { from, to } = route.useSearch()
  const [openedMs, setOpenedMs] = useState(serviceNow)
  const offsetMs = useClockOffset()
  useEffect(() => setOpenedMs(serviceNow()), [offsetMs])
  const range = rangeOf(from, to, openedMs)
  const offered = stepsFor(range)
  const [chosen, setChosen] = useState<Step>()
  const step = !isNumber ? "all" : chosen !== undefined && offered.includes(chosen) ? chosen : usualStep(range)
  const [agg, setAgg] = useState<Aggregate>("avg")
  const show = (search: { readonly from?: string; readonly to?: string }) => {
    setOpenedMs(serviceNow())
    void navigate({
      to: "/robots/$robotId",
      params: { robotId },
      search: { card: slug, ...search },
      replace: true,
      resetScroll: false
    })
  }
  const tz = zoneName()
  const read = useQuery({
    queryKey: ["datapoints.history", robotId, slug, range.fromMs, range.toMs, step, agg, tz],
    enabled: isRecorded,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      fleet
        .robot(robotId)
        .datapoint(slug)
        .history({
          from: new Date(range.fromMs),
          to: new Date(range.toMs),
          signal,
          ...(step === "all" ? { limit: mostSamples } : { window: step, agg, tz })
        })
  })
  const points: ReadonlyArray<HistoryPoint> = read.data?.points ?? []
  const { line, scale } = chartOf(points)
  const isAll = step === "all"
  return (
    <section className="history" aria-label={t.historyOf(slug)}>
      <div className="history-title">
        <h3>{t.history}</h3>
        <span className="live-card-quiet">{t.fromTo(formatDay(range.fromMs), formatDay(range.toMs), tz)}</span>
        <Button
          kind="quiet"
          size="small"
          icon={X}
          iconOnly
          onPress={() => void navigate({ to: "/robots/$robotId", params: { robotId }, resetScroll: false })}
        >
          {t.close}
        </Button>
      </div>
      <div className="history-head">
        <Segmented
          name={t.span}
          value={range.span ?? undefined}
          options={spans.map((span) => ({ value: span, text: t.spanOf(span) }))}
          onChange={(span) => show({ from: `now-${span}` })}
        />
        <span className="history-steps">
          <Button
            kind="quiet"
            size="small"
            icon={ChevronLeft}
            iconOnly
            onPress={() => show(shifted(range, -1, serviceNow()))}
          >
            {t.earlier}
          </Button>
          <Button
            kind="quiet"
            size="small"
            icon={ChevronRight}
            iconOnly
            blocked={range.toMs >= openedMs ? t.noLater : undefined}
            onPress={() => show(shifted(range, 1, serviceNow()))}
          >
            {t.later}
          </Button>
        </span>
        {isNumber ? (
          <div className="history-by">
            <SelectField
              label={t.by}
              labelHidden
              value={step}
              onChange={(next) => setChosen(next as Step)}
              options={offered.map((each) => ({ value: each, text: t.stepOf(each) }))}
            />
            {isAll ? null : (
              <SelectField
                label={t.aggregate}
                labelHidden
                value={agg}
                onChange={(next) => setAgg(next as Aggregate)}
                options={aggregates.map((each) => ({ value: each, text: t[each] }))}
              />
            )}
          </div>
        ) : null}
      </div>
      {!isRecorded ? (
        <p>
          {t.notRecorded(slug)}{" "}
          <Link
            to="/robots/$robotId/config"
            params={{ robotId }}
            search={{ record: slug }}
            className={buttonClass({ size: "small" })}
          >
            {t.record}
          </Link>
        </p>
      ) : read.error !== null ? (
        <Problem error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Skeleton lines={4} />
      ) : points.length === 0 ? (
        <p className="live-card-quiet">{t.nothing}</p>
      ) : (
        <div className={isNumber ? "history-both" : undefined}>
          {isNumber ? (
            <LineChart
              name={t.chartOf(
                slug,
                formatNumber(scale[0], decimals ?? undefined),
                formatNumber(scale[1], decimals ?? undefined)
              )}
              points={line}
              from={range.fromMs}
              to={range.toMs}
              unit=""
              scale={scale}
            />
          ) : null}
          <ValueTable
            key={`${read.dataUpdatedAt} ${step} ${agg}`}
            name={slug}
            unit={unit}
            note={read.data.truncated ? t.truncated : undefined}
            source={() => rowsOfHistory(points, slug, !isAll)}
          />
        </div>
      )}
    </section>
  )
}
