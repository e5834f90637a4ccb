import { parseArgs } from "node:util"
import type { Connection } from "./Connection.ts"
import { usageFailure } from "./Failure.ts"
import type { CommandInput } from "./CommandInput.ts"
import type { Io } from "./Io.ts"

/** One option, as `--name <value>` or as a switch. */
export interface Option {
  /** What stands for its value in the help; a switch has none. */
  readonly value?: string
  readonly multiple?: boolean
  readonly about: string
}

export interface Context extends CommandInput {
  readonly io: Io
  /** The service, as the person who signed in or as the key. */
  readonly connect: () => Promise<Connection>
}

/** One command of `fleet`; `run` answers the exit code. */
export interface Command {
  /** Its words, as `config pull`. */
  readonly name: string
  readonly args: string
  readonly minArgs: number
  readonly maxArgs: number
  readonly about: string
  readonly details?: string
  readonly options: { readonly [name: string]: Option }
  readonly run: (context: Context) => Promise<number>
}

/** Every command takes these. */
export const commonOptions: { readonly [name: string]: Option } = {
  url: { value: "<address>", about: "The service; otherwise FLEET_URL, or where you signed in" },
  "key-file": { value: "<file>", about: "A file with a server key; otherwise FLEET_KEY, or your session" },
  help: { about: "Show this" }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.split(". To specify")[0]! : String(error))

/** Reads what was given; fails with a usage failure on anything that the command does not know. */
export const parse = (command: Command, argv: ReadonlyArray<string>): CommandInput => {
  const known = { ...command.options, ...commonOptions }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string", multiple: true, ...(name === "help" ? { short: "h" } : {}) }
    ])
  ) as Record<string, { type: "string" | "boolean"; multiple: true }>
  const hint = `See \`fleet ${command.name} --help\`.`
  let parsed
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw usageFailure(messageOf(error), hint)
  }
  const { positionals, values } = parsed
  const all = (name: string) => (values[name] ?? []).filter((value) => typeof value === "string")
  const given = {
    args: positionals,
    all,
    text: (name: string) => all(name).at(-1),
    has: (name: string) => name in values
  }
  if (given.has("help")) return given
  for (const [name, { multiple }] of Object.entries(known)) {
    if (multiple !== true && all(name).length > 1) throw usageFailure(`--${name} was given more than once.`, hint)
  }
  if (positionals.length < command.minArgs) throw usageFailure(`fleet ${command.name} needs ${command.args}.`, hint)
  if (positionals.length > command.maxArgs) {
    throw usageFailure(`fleet ${command.name} does not take \`${positionals[command.maxArgs]}\`.`, hint)
  }
  return given
}

const row = ([name, { about, multiple, value }]: [string, Option]): string => {
  const left = `--${name}${value === undefined ? "" : ` ${value}`}`
  return `  ${left.padEnd(26)} ${about}${multiple === true ? " (may be repeated)" : ""}`
}

/** What `--help` of a command prints. */
export const helpOf = ({ about, args, details, name, options }: Command): string =>
  [
    `Usage: fleet ${name}${args === "" ? "" : ` ${args}`} [options]`,
    "",
    about,
    ...(details === undefined ? [] : ["", details]),
    "",
    "Options:",
    ...Object.entries({ ...options, ...commonOptions }).map(row)
  ].join("\n")
