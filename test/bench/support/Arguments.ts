import { parseArgs } from "node:util"

/** What the command line of the bench asks for. */
export interface Arguments {
  readonly quick: boolean
  /** Rounds whose medians count; null leaves them to the mode. */
  readonly runs: number | null
  readonly against: string | undefined
  /** How long a soak takes. */
  readonly minutes: number
  readonly chosen: ReadonlyArray<string>
}

const positive = (text: string | undefined): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 ? value : Number.NaN
}

/**
 * Reads the command line; null where it is mistaken. Without names all of `usual` are chosen; those of `onRequest` only
 * run where they are named.
 */
export const readArguments = (
  args: ReadonlyArray<string>,
  usual: ReadonlyArray<string>,
  onRequest: ReadonlyArray<string>
): Arguments | null => {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        runs: { type: "string" },
        against: { type: "string" },
        minutes: { type: "string", default: "30" }
      }
    })
    const known = [...usual, ...onRequest]
    const runs = values.runs === undefined ? null : positive(values.runs)
    const minutes = positive(values.minutes)
    if (Number.isNaN(runs) || Number.isNaN(minutes) || positionals.some((name) => !known.includes(name))) return null
    return {
      quick: values.quick,
      runs,
      against: values.against,
      minutes,
      chosen: positionals.length === 0 ? usual : known.filter((name) => positionals.includes(name))
    }
  } catch {
    return null
  }
}
