import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Database } from "@fleet/server/platform/sql/Database"
import { Effect, Layer, References } from "effect"
import { answer } from "../support/Answers.ts"

/** Brings the database of the settings to the service's schema, and holds it until it is stopped. */
const program = Effect.andThen(
  Effect.sync(() => answer({}, {})),
  Effect.never
)

program.pipe(
  Effect.provide(Database.layer.pipe(Layer.provide(Settings.layer), Layer.provide(NodeServices.layer))),
  Effect.provideService(References.MinimumLogLevel, "Error"),
  NodeRuntime.runMain
)
