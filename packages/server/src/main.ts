import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Option } from "effect"
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
    yield* running.pipe(Effect.andThen(Effect.never), Effect.scoped, Effect.provide(Serve))
  })
).pipe(Command.withDescription("Runs the Robot Fleet Cloud"), Command.provide(Settings.layer))

/** What an operator can mend is said without a stack. */
const explained = Effect.catchTags({
  DatabaseUnavailable: (error: Error) => Effect.andThen(Console.error(error.message), Effect.fail(error)),
  SettingsMistaken: (error: Error) => Effect.andThen(Console.error(error.message), Effect.fail(error))
})

Command.run(serve, { version }).pipe(explained, Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, { disableErrorReporting: true })
)
