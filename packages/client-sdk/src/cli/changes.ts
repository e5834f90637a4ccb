import { isDeepStrictEqual } from "node:util"
import type { Io } from "./Io.ts"

type Json = { readonly [key: string]: unknown }

const sections = ["datapoints", "actions", "services", "publishers", "cameras", "messages"] as const

const mapAt = (doc: Json, key: string): Json => (doc[key] ?? {}) as Json

/** What a publish would change: one line for each slug that is new, gone or other. */
export const changesOf = (before: Json, after: Json): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const section of sections) {
    const [old, fresh] = [mapAt(before, section), mapAt(after, section)]
    for (const slug of [...new Set([...Object.keys(old), ...Object.keys(fresh)])].toSorted()) {
      const kind = section.slice(0, -1)
      if (!Object.hasOwn(old, slug)) lines.push(`+ ${kind} ${slug}`)
      else if (!Object.hasOwn(fresh, slug)) lines.push(`- ${kind} ${slug}`)
      else if (!isDeepStrictEqual(old[slug], fresh[slug])) {
        const [was, is] = [old[slug] as Json, fresh[slug] as Json]
        const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
        const changed = keys.filter((key) => !isDeepStrictEqual(was[key], is[key]))
        lines.push(`~ ${kind} ${slug} (${changed.toSorted().join(", ")})`)
      }
    }
  }
  for (const section of ["low_bandwidth", "recorder"]) {
    if (!isDeepStrictEqual(before[section], after[section])) lines.push(`~ ${section}`)
  }
  return lines
}

const styles = { "+": "green", "-": "red", "~": "yellow" } as const

/** A line of `changesOf` in its colour. */
export const painted = (io: Io, line: string): string =>
  io.colour(styles[line.charAt(0) as keyof typeof styles] ?? "dim", line)
