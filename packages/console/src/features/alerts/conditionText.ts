import type { AlertCondition } from "@fleet/sdk"
import { formatNumber } from "../../format/numbers.ts"
import { wordsNow } from "../../i18n/words.ts"
import { words } from "./words.ts"

/** A condition in words: above 80, below 20, equals "open". */
export const conditionText = (condition: AlertCondition): string => {
  const t = wordsNow(words)
  if (condition.kind === "equals") return t.equals(JSON.stringify(condition.value))
  const limit = formatNumber(condition.threshold)
  return condition.kind === "above" ? t.above(limit) : t.below(limit)
}

/** A value that an alert looked at, as far as a line has room. */
export const alertValueText = (value: unknown): string => {
  if (value === null || value === undefined) return "–"
  if (typeof value === "number") return formatNumber(value)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
