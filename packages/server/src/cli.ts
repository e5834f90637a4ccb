import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect } from "effect"
import { CliError, Command } from "effect/cli"
import { org } from "./cli/Org.ts"
import { plan } from "./cli/Plan.ts"
import { robot } from "./cli/Robot.ts"
import { seed } from "./cli/Seed.ts"
import { session } from "./cli/Session.ts"
import { version } from "./platform/version.ts"

const server = Command.make("fleet-server").pipe(
  Command.withDescription("What an operator does on the machine of the Robot Fleet Cloud itself"),
  Command.withSubcommands([session, org, plan, robot, seed])
)

Command.run(server, { version }).pipe(
  // A fault that the operator can mend is printed without its stack, a mistaken command line was printed already; others are shown whole.
  Effect.tapError((error) => (CliError.isCliError(error) ? Effect.void : Console.error(error.message))),
  Effect.tapCauseIf(Cause.hasDies, (cause) => Console.error(Cause.pretty(cause))),
  Effect.provide(NodeServices.layer),
  (program) => NodeRuntime.runMain(program, { disableErrorReporting: true })
)
