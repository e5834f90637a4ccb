import * as NodeServices from "@effect/platform-node/NodeServices"
import { fleetServer } from "@fleet/server/cli/fleetServer"
import { ConfigProvider, Console, Effect, Exit, Layer } from "effect"
import { format } from "node:util"

/** Runs one command line of the operator's over a folder, in this process, to its end. */
export const operate = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const output: Array<string> = []
  const errors: Array<string> = []
  const written: Console.Console = Object.assign(Object.create(console), {
    log: (...values: ReadonlyArray<unknown>) => void output.push(`${format(...values)}\n`),
    error: (...values: ReadonlyArray<unknown>) => void errors.push(`${format(...values)}\n`)
  })
  const ended = yield* fleetServer(args).pipe(
    Effect.provide(
      Layer.mergeAll(
        NodeServices.layer,
        Layer.succeed(Console.Console, written),
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: { FLEET_DATA: folder, NO_COLOR: "1", SLOW_QUERY_MS: "1" } }))
      )
    ),
    Effect.exit
  )
  return { code: Exit.isSuccess(ended) ? 0 : 1, output: output.join(""), errors: errors.join("") }
})
