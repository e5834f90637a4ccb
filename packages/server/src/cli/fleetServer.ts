import { Cause, Console, Effect } from "effect"
import { CliError, Command } from "effect/cli"
import { version } from "../platform/version.ts"
import { org } from "./Org.ts"
import { plan } from "./Plan.ts"
import { robot } from "./Robot.ts"
import { seed } from "./Seed.ts"
import { session } from "./Session.ts"

const command = Command.make("fleet-server").pipe(
  Command.withDescription("What an operator does on the machine of the Robot Fleet Cloud itself"),
  Command.withSubcommands([session, org, plan, robot, seed])
)

const run = Command.runWith(command, { version })

/** Runs one command line of the operator's to its end; what is wrong is printed. */
export const fleetServer = (args: ReadonlyArray<string>) =>
  run(args).pipe(
    // A fault that the operator can mend is printed without its stack, a mistaken command line was printed already; others are shown whole.
    Effect.tapError((error) => (CliError.isCliError(error) ? Effect.void : Console.error(error.message))),
    Effect.tapCauseIf(Cause.hasDies, (cause) => Console.error(Cause.pretty(cause)))
  )
