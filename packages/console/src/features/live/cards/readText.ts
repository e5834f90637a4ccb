import { formatNumber } from "../../../format/numbers.ts"
import { wordsNow } from "../../../i18n/words.ts"
import { liveWords as words } from "../../../live/liveWords.ts"
import { nearestOf, scanOf, sideOf } from "../../../live/scan.ts"
import type { Slot } from "../../../live/Slot.ts"
import { ageNow } from "../../../live/Value.tsx"
import { valueText } from "../../../live/valueText.ts"
import type { Look } from "../liveDocument.ts"
import { liveWords } from "../words.ts"
import { diagnosticsOf, headingOf, percentageOf, positionOf } from "./pick.ts"

/** What of a value is worth saying, by its kind. */
const saidOf = (value: unknown, look: Look, unit: string | null, decimals: number | null): string => {
  const t = wordsNow(words)
  const withUnit = (text: string, of: string | null) => (of === null || of === "" ? text : `${text} ${of}`)
  switch (look) {
    case "none":
      return t.noValue
    case "battery":
      return withUnit(valueText(percentageOf(value), 1), "%")
    case "pose": {
      const places = (["x", "y", "z"] as const).map((axis) => `${axis} ${valueText(positionOf[axis](value), 2)} m`)
      return [...places, `${wordsNow(liveWords).heading} ${valueText(headingOf(value), 0)}°`].join(", ")
    }
    case "scan": {
      const scan = scanOf(value)
      const nearest = scan === undefined ? undefined : nearestOf(scan)
      return nearest === undefined
        ? t.nothingNear
        : t.nearest(formatNumber(nearest.metres, 2), t[sideOf(nearest.angle)])
    }
    case "diagnostics": {
      const [worst] = diagnosticsOf(value)
      return worst === undefined ? t.noValue : `${wordsNow(liveWords).levels(worst.level)}, ${worst.name}`
    }
    default:
      return withUnit(valueText(value, decimals), unit)
  }
}

/** A datapoint in words: its value with its unit, and how old that is. */
export const readText = (
  slot: Slot,
  look: Look,
  given: {
    readonly unit: string | null
    readonly decimals: number | null
    readonly periodMs: number | null | undefined
  }
): string => {
  const text = saidOf(slot.value, look, given.unit, given.decimals)
  const age = ageNow(slot, given.periodMs)
  return age === "" ? text : `${text}, ${age}`
}
