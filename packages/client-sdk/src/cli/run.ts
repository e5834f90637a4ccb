import manifest from "../../package.json" with { type: "json" }
import { type Command, helpOf, parse } from "./Command.ts"
import { commands } from "./commands.ts"
import { connect, type Connection } from "./Connection.ts"
import { exit, failureOf, usageFailure } from "./Failure.ts"
import type { Io } from "./Io.ts"

const overview = (): string =>
  [
    "Usage: fleet <command> [options]",
    "",
    "Configures, watches and commands the robots of a fleet.",
    "",
    "Commands:",
    ...commands.map(({ about, name }) => `  ${name.padEnd(20)} ${about}`),
    "",
    "`fleet <command> --help` shows the options of one, and `fleet --version` which fleet this is.",
    "",
    "Credentials: `fleet login` keeps a developer's session; FLEET_URL with FLEET_KEY or --key-file take a server key,",
    "which reads and runs. Never write a secret into a command line.",
    "",
    "Exit codes: 0 done; 1 refused, failed, or errors in a configuration; 2 usage; 3 not signed in or not allowed;",
    "4 service or robot out of reach; 130 ended by Ctrl-C."
  ].join("\n")

const secret = /(?:srv|rbt)_[A-Za-z0-9_-]{43}|eyJ[\w-]+\.[\w-]+\.[\w-]+/

const find = (argv: ReadonlyArray<string>): { readonly command: Command; readonly rest: ReadonlyArray<string> } => {
  for (const command of commands) {
    const words = command.name.split(" ")
    if (words.every((word, index) => argv[index] === word)) return { command, rest: argv.slice(words.length) }
  }
  const [first] = argv
  if (first?.startsWith("-") === true) throw usageFailure(`Unknown option ${first}.`, "See `fleet --help`.")
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => `fleet ${name}`)
  if (group.length > 0) throw usageFailure(`fleet ${first} needs more: ${group.join(", ")}.`)
  throw usageFailure(`There is no command ${first}.`, "See `fleet --help`.")
}

const isHelp = (word: string | undefined) => word === undefined || word === "--help" || word === "-h" || word === "help"

/** Runs one command line to its end; answers the exit code. */
export const run = async (argv: ReadonlyArray<string>, io: Io): Promise<number> => {
  let connection: Connection | undefined
  try {
    if (isHelp(argv[0])) {
      await io.print(overview())
      return argv.length === 0 ? exit.usage : exit.done
    }
    if (argv[0] === "--version" || argv[0] === "-v") {
      await io.print(`fleet ${manifest.version}`)
      return exit.done
    }
    if (argv.some((argument) => secret.test(argument))) {
      io.note("Warning: there is a secret in the command line, where others can read it. Use FLEET_KEY or --key-file.")
    }
    const { command, rest } = find(argv)
    const given = parse(command, rest)
    if (given.has("help")) {
      await io.print(helpOf(command))
      return exit.done
    }
    return await command.run({
      ...given,
      io,
      connect: async () => (connection ??= await connect(io, given))
    })
  } catch (error) {
    const { code, hint, message } = failureOf(error, connection?.withKey ?? false)
    io.note(`${io.noteColour("red", "fleet:")} ${message}`)
    if (hint !== undefined) io.note(hint)
    return code
  } finally {
    connection?.fleet.close()
  }
}
