import "./Meter.css"

/** How much of something is used, with the sentence that says the same. */
export const Meter = ({
  max,
  name,
  text,
  tone = "run",
  value
}: {
  readonly value: number
  readonly max: number
  readonly name: string
  readonly text?: string
  readonly tone?: "run" | "ok" | "calm" | "warn" | "bad"
}) => {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      className={`meter meter-${tone}`}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={text}
    >
      <i style={{ width: `${(share * 100).toFixed(2)}%` }} />
    </div>
  )
}
