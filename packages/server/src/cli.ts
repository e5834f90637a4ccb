import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { fleetServer } from "./cli/fleetServer.ts"

fleetServer(process.argv.slice(2)).pipe(Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, { disableErrorReporting: true })
)
