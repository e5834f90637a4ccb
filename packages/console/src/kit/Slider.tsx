import "./Slider.css"

/** A number between two ends. A field beside it takes what a finger cannot point at. */
export const Slider = ({
  max,
  min,
  name,
  onChange,
  step,
  text,
  value
}: {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number | "any"
  readonly value: number
  /** The value in words, with its unit. */
  readonly text?: string
  readonly onChange: (value: number) => void
}) => {
  const share = max > min ? (Math.min(max, Math.max(min, value)) - min) / (max - min) : 0
  return (
    <input
      className="slider"
      type="range"
      aria-label={name}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      style={{ "--at": `${(share * 100).toFixed(2)}%` } as React.CSSProperties}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
