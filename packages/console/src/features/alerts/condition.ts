/** What a condition asks of a value. The last four are equalities, which end as soon as the value differs. */
export const kinds = ["below", "above", "number", "text", "true", "false"] as const
export type Kind = (typeof kinds)[number]

/** What was typed of a condition. */
export interface ConditionForm {
  readonly kind: Kind
  readonly fire: string
  readonly resolve: string
}

/** A condition as the document of a configuration has it. */
export interface Condition {
  readonly fire_at: number | string | boolean
  readonly resolve_at?: number
}

export type Refusal = "number" | "text" | "side"

export type Reading =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly fire?: Refusal; readonly resolve?: Refusal }

/** A number as people type it: a decimal comma is one too. Undefined for any other text. */
export const typedNumber = (text: string): number | undefined => {
  const trimmed = text.trim().replace(",", ".").replace("−", "-")
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}

export const isThreshold = (kind: Kind): kind is "below" | "above" => kind === "below" || kind === "above"

/** A number without what counting in halves of ten leaves behind its last digit. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/** Where a threshold ends that says nothing of it: half of the place of its first digit back. */
export const usualResolve = (fireAt: number, kind: "below" | "above"): number => {
  const step = fireAt === 0 ? 1 : 10 ** Math.floor(Math.log10(Math.abs(fireAt))) / 2
  return tidy(kind === "below" ? fireAt + step : fireAt - step)
}

/** Reads what was typed: the condition, or what is wrong with each field that is. */
export const readCondition = ({ fire, kind, resolve }: ConditionForm): Reading => {
  if (kind === "true" || kind === "false") return { ok: true, condition: { fire_at: kind === "true" } }
  if (kind === "text") return fire === "" ? { ok: false, fire: "text" } : { ok: true, condition: { fire_at: fire } }
  const fireAt = typedNumber(fire)
  if (!isThreshold(kind)) {
    if (fireAt === undefined) return { ok: false, fire: "number" }
    return { ok: true, condition: { fire_at: fireAt } }
  }
  const isLeft = resolve.trim() === ""
  const resolveAt = isLeft ? (fireAt === undefined ? undefined : usualResolve(fireAt, kind)) : typedNumber(resolve)
  const badResolve = resolveAt === undefined && !isLeft ? ({ resolve: "number" } as const) : {}
  if (fireAt === undefined) return { ok: false, fire: "number", ...badResolve }
  if (resolveAt === undefined) return { ok: false, resolve: "number" }
  const isWrongSide = kind === "above" ? resolveAt >= fireAt : resolveAt <= fireAt
  if (isWrongSide) return { ok: false, resolve: "side" }
  return { ok: true, condition: { fire_at: fireAt, resolve_at: resolveAt } }
}

/** The condition that suits a value that is there now. */
export const kindFor = (value: unknown): Kind =>
  typeof value === "boolean" ? "true" : typeof value === "string" ? "text" : "below"
