import { parseArgs } from "node:util"

/** What the command line of the bench asks for. */
export interface Arguments {
  readonly quick: boolean
  /** Rounds whose medians count; null leaves them to the mode. */
  readonly runs: number | null
  readonly against: string | undefined
  /** How long a soak takes. */
  readonly minutes: number
  /** Bridges of a storm; null leaves them to the mode. */
  readonly storm: number | null
  /** For how many seconds the console's memory is watched; null leaves them to the mode. */
  readonly memory: number | null
  readonly chosen: ReadonlyArray<string>
}

const positive = (text: string | undefined): number => {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 ? value : Number.NaN
}

/**
 * Reads the command line; null where it is mistaken. Without names all of `usual` are chosen, or those of `quick` for a
 * quick run; those of `onRequest` only run where they are named.
 */
export const readArguments = (
  args: ReadonlyArray<string>,
  usual: ReadonlyArray<string>,
  onRequest: ReadonlyArray<string>,
  quick: ReadonlyArray<string>
): Arguments | null => {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        runs: { type: "string" },
        against: { type: "string" },
        minutes: { type: "string", default: "30" },
        storm: { type: "string" },
        memory: { type: "string" }
      }
    })
    const known = [...usual, ...onRequest]
    const given = (text: string | undefined) => (text === undefined ? null : positive(text))
    const [runs, storm, memory] = [given(values.runs), given(values.storm), given(values.memory)]
    const minutes = positive(values.minutes)
    if ([runs, storm, memory, minutes].some(Number.isNaN) || positionals.some((name) => !known.includes(name)))
      return null
    return {
      quick: values.quick,
      runs,
      against: values.against,
      minutes,
      storm,
      memory,
      chosen:
        positionals.length === 0 ? (values.quick ? quick : usual) : known.filter((name) => positionals.includes(name))
    }
  } catch {
    return null
  }
}
