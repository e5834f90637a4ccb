import type { AlertCondition } from "@fleet/sdk"
import { formatNumber } from "../../format/numbers.ts"
import { wordsNow } from "../../i18n/words.ts"
import { visible } from "../../kit/visible.ts"
import { words } from "./words.ts"

/** A condition in words: at least 80 until 70, at most 20 until 30, is "open". */
export const conditionText = (condition: AlertCondition): string => {
  const t = wordsNow(words)
  if (condition.kind === "equals") return t.equals(JSON.stringify(condition.value))
  const { kind, resolve_hysteresis, threshold } = condition
  const end = kind === "above" ? threshold - resolve_hysteresis : threshold + resolve_hysteresis
  // What counting in halves of ten leaves behind the last digit is not part of a limit.
  const until = formatNumber(Number(end.toPrecision(12)))
  return kind === "above" ? t.above(formatNumber(threshold), until) : t.below(formatNumber(threshold), until)
}

/** A value that an alert looked at, as far as a line has room, with nothing hidden in it. */
export const alertValueText = (value: unknown, decimals?: number | null): string => {
  if (value === null || value === undefined) return "–"
  if (typeof value === "number") return formatNumber(value, decimals ?? undefined)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return visible(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
