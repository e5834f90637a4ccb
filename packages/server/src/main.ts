import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Config, Console, Effect, Exit, Layer, Logger, Option } from "effect"
import { CliError, Command, Flag } from "effect/cli"
import { setFlagsFromString } from "node:v8"
import { runDemo } from "./demo/Demo.ts"
import { Serve } from "./Serve.ts"
import { Settings } from "./platform/settings/Settings.ts"
import { SingleServerLock } from "./platform/nodes/SingleServerLock.ts"
import { version } from "./platform/version.ts"

// A parameter's regex that would backtrack without end is matched by V8's linear engine instead.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks")

const demo = Flag.Boolean("demo").pipe(
  Flag.optional,
  Flag.withDescription("Seed and run a demo org; the default without DATABASE_URL. --no-demo starts the service alone")
)

const serve = Command.make(
  "fleet-server",
  { demo },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* Settings
    const withDemo = Option.getOrElse(flags.demo, () => Option.isNone(settings.databaseUrl))
    const where = `Robot Fleet Cloud is at ${settings.consoleOrigin} (API reference at ${settings.baseUrl}/docs)`
    // What reads lines of JSON reads nothing else.
    const announced = settings.logFormat === "json" ? Effect.logInfo(where) : Console.log(where)
    const running = withDemo ? runDemo : announced
    // Whatever a stop still waits for after the drain, it ends.
    for (const signal of ["SIGINT", "SIGTERM"])
      process.once(signal, () => setTimeout(() => process.exit(1), settings.drainSeconds * 1000 + 1_500).unref())
    // Anybody may found an organisation in the demo, unless its operator says otherwise.
    const isGiven = Option.isSome(yield* Config.option(Config.String("SIGN_UP")))
    const signUp = withDemo && !isGiven ? "open" : settings.signUp
    const service = Serve.pipe(Layer.provide(Layer.succeed(Settings, { ...settings, demo: withDemo, signUp })))
    const displaced = Effect.flatMap(SingleServerLock, (server) => server.displaced)
    return yield* running.pipe(Effect.andThen(displaced), Effect.scoped, Effect.provide(service))
  })
).pipe(Command.withDescription("Runs the Robot Fleet Cloud"), Command.provide(Settings.layer))

/** Being asked to stop is no failure. */
const exitCode = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1

/** Why the program ends, on its error output; settings may be what is wrong, so it asks for the format itself. */
const printed = (words: string) =>
  Effect.flatMap(
    Effect.orElseSucceed(Config.String("LOG_FORMAT"), () => "pretty"),
    (format) =>
      format === "json"
        ? Effect.provide(Effect.logFatal(words), Logger.layer([Logger.withConsoleError(Logger.formatJson)]))
        : Console.error(words)
  )

/** A fault that the operator can mend is printed without its stack; a fault of the program is shown whole. */
const explained = <A, E extends { readonly message: string }, R>(running: Effect.Effect<A, E, R>) =>
  running.pipe(
    // A mistake in the command line was printed beside the help.
    Effect.tapError((error) => (CliError.isCliError(error) ? Effect.void : printed(error.message))),
    Effect.tapCauseIf(Cause.hasDies, (cause) => printed(Cause.pretty(cause)))
  )

Command.run(serve, { version }).pipe(explained, Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit))
  })
)
