/** The colours that a canvas draws with, by the intents of tokens.css. */
export interface ChartColours {
  readonly line: string
  readonly fill: string
  readonly grid: string
  readonly text: string
  readonly alert: string
  readonly states: ReadonlyArray<string>
}

const freshMs = 1000
let kept: ChartColours | undefined
let keptAt = -Infinity

const readColours = (): ChartColours => {
  const probe = document.createElement("span")
  probe.hidden = true
  document.body.append(probe)
  const colour = (value: string) => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const colours = {
    line: colour("var(--chart-1)"),
    fill: colour("color-mix(in oklab, var(--chart-1) 10%, transparent)"),
    grid: colour("var(--chart-grid)"),
    text: colour("var(--text-3)"),
    alert: colour("var(--bad)"),
    states: [1, 2, 3, 4, 5, 6].map((index) => colour(`var(--chart-${index})`))
  }
  probe.remove()
  return colours
}

/** Read again once a second: the theme may change at any time. */
export const chartColours = (nowMs: number): ChartColours => {
  if (kept === undefined || nowMs - keptAt > freshMs) {
    kept = readColours()
    keptAt = nowMs
  }
  return kept
}
