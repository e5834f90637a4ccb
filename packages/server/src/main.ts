import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Option } from "effect"
import { Command, Flag } from "effect/unstable/cli"
import { setFlagsFromString } from "node:v8"
import { runDemo } from "./demo/Demo.ts"
import { Serve } from "./Serve.ts"
import { Settings } from "./Settings.ts"
import { version } from "./version.ts"

// A parameter's regex that would backtrack without end is matched by V8's linear engine instead.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks")

const demo = Flag.Boolean("demo").pipe(
  Flag.optional,
  Flag.withDescription("Seed and run a demo org; the default without DATABASE_URL. --no-demo starts the service alone")
)

const serve = Command.make(
  "fleet",
  { demo },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* Settings
    const withDemo = Option.getOrElse(flags.demo, () => Option.isNone(settings.databaseUrl))
    const running = withDemo
      ? runDemo
      : Console.log(`Robot Fleet Cloud is at ${settings.baseUrl} (API reference at ${settings.baseUrl}/docs)`)
    // Whatever a stop still waits for after the drain, it ends.
    process.once("SIGTERM", () => setTimeout(() => process.exit(1), settings.drainSeconds * 1000 + 1_500).unref())
    return yield* running.pipe(Effect.andThen(Effect.never), Effect.scoped, Effect.provide(Serve))
  })
).pipe(Command.withDescription("Runs the Robot Fleet Cloud"), Command.provide(Settings.layer))

/** Being asked to stop is no failure. */
const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1

/** What an operator can mend is said without a stack. */
const explained = <A, E extends { readonly message: string }, R>(running: Effect.Effect<A, E, R>) =>
  Effect.tapError(running, (error) => Console.error(error.message))

Command.run(serve, { version }).pipe(explained, Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit))
  })
)
