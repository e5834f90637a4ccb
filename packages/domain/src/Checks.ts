import { Schema } from "effect"
import { Rule } from "./Wire.ts"

/** Refuses the second of two entries that stand for the same thing, at its path. */
export const distinct = <A>(key: (entry: A) => string, field: ReadonlyArray<string> = []) =>
  Schema.makeFilter(
    (entries: ReadonlyArray<A>) => {
      const seen = new Set<string>()
      for (const [index, entry] of entries.entries()) {
        if (seen.has(key(entry))) return { path: [index, ...field], issue: "a repeated entry" }
        seen.add(key(entry))
      }
      return undefined
    },
    { rule: Rule.duplicate }
  )
