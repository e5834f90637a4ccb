import { formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Moment } from "../../../kit/Moment.tsx"
import { Note } from "../../../kit/Note.tsx"
import { State } from "../../../kit/State.tsx"
import { alertValueText } from "../conditionText.ts"
import type { Past } from "../data.ts"
import { firingBands, firingMs } from "../past.ts"
import { words } from "../words.ts"
import { PastChart, PastStrip } from "./PastChart.tsx"

/** When a condition would have fired, drawn over what was recorded, and as a list. */
export const PastResult = ({ past }: { readonly past: Past }) => {
  const t = useWords(words)
  const { condition, from, points, preview, shows, to } = past
  const { sample_gap_ms: gapMs, transitions, truncated } = preview
  const bands = firingBands(transitions, to)
  const fired = transitions.filter(({ state }) => state === "firing").length
  const name = t.wouldHave(fired)
  const isNumber = typeof condition.fire_at === "number"
  return (
    <div className="alerts-try-result">
      <p role="status" className="alerts-try-said">
        <strong>{name}</strong> {fired === 0 ? null : t.inAll(formatDuration(firingMs(bands)))}
        {points.length === 0 ? t.nothingRecorded : null}
      </p>
      {points.length === 0 ? null : isNumber ? (
        <PastChart
          points={points}
          from={from}
          to={to}
          bands={bands}
          name={name}
          fireAt={Number(condition.fire_at)}
          resolveAt={condition.resolve_at}
          gapMs={Math.max(3 * gapMs, 3 * past.stepMs)}
        />
      ) : (
        <PastStrip points={points} from={from} to={to} bands={bands} name={name} />
      )}
      {transitions.length === 0 ? null : (
        <ol className="alerts-moves" tabIndex={0} aria-label={t.moves}>
          {transitions.map((move) => (
            <li key={`${move.at_ms} ${move.state}`}>
              <State
                tone={move.state === "firing" ? "warn" : "ok"}
                shape={move.state === "firing" ? "triangle" : "check"}
              >
                {move.state === "firing" ? t.fired : t.resolved}
              </State>
              <Moment atMs={move.at_ms} />
              <span className="text-2">
                <Foreign>{alertValueText(move.value)}</Foreign>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="text-3 text-small">
        {gapMs > 0 ? `${t.gap(formatDuration(gapMs))} ` : null}
        {shows === "samples"
          ? null
          : (shows === "min" ? t.showsMin : shows === "max" ? t.showsMax : t.showsLast)(formatDuration(past.stepMs))}
      </p>
      {truncated ? <Note tone="warn">{t.truncated}</Note> : null}
    </div>
  )
}
