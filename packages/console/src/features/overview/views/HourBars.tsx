import "./HourBars.css"
import { formatCount } from "../../../format/numbers.ts"
import { formatMinute } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import type { HourOfRuns } from "../dayRuns.ts"
import { words } from "../words.ts"

const height = 100
const hoursOfDay = 24

/** Runs by the hour they began in. The table beside it says the same to those who do not see it. */
export const HourBars = ({ hours }: { readonly hours: ReadonlyArray<HourOfRuns> }) => {
  const t = useWords(words)
  const top = Math.max(1, ...hours.map(({ ended, failed, open }) => ended + failed + open))
  const scale = (count: number) => (count / top) * (height - 6)
  const all = Math.max(hoursOfDay, hours.length)
  return (
    <div className="hour-bars">
      <svg viewBox={`0 0 ${all * 10} ${height}`} preserveAspectRatio="none" aria-hidden>
        {hours.map(({ at, ended, failed, open }, index) => {
          const parts = [
            ["ended", ended],
            ["open", open],
            ["failed", failed]
          ] as const
          let y = height
          return (
            <g key={at}>
              <title>{`${formatMinute(at)}: ${t.hourText(ended + failed + open, failed)}`}</title>
              <rect className="hour-bars-place" x={index * 10 + 1} y={height - 1.5} width={8} height={1.5} />
              {parts.map(([name, count]) => {
                if (count === 0) return null
                const tall = Math.max(2, scale(count))
                y -= tall
                return (
                  <rect key={name} className={`hour-bars-${name}`} x={index * 10 + 1} y={y} width={8} height={tall} />
                )
              })}
            </g>
          )
        })}
      </svg>
      <p className="hour-bars-times" aria-hidden>
        {hours[0] === undefined
          ? null
          : [0, 12, 24].map((hour) => <span key={hour}>{formatMinute(hours[0]!.at + hour * 3_600_000)}</span>)}
      </p>
      <table className="visually-hidden">
        <caption>{t.jobsByHour}</caption>
        <thead>
          <tr>
            <th scope="col">{t.hour}</th>
            <th scope="col">{t.started}</th>
            <th scope="col">{t.failed}</th>
          </tr>
        </thead>
        <tbody>
          {hours
            .filter(({ ended, failed, open }) => ended + failed + open > 0)
            .map(({ at, ended, failed, open }) => (
              <tr key={at}>
                <th scope="row">{formatMinute(at)}</th>
                <td>{formatCount(ended + failed + open)}</td>
                <td>{formatCount(failed)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
