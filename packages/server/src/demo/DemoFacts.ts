import { Data, Effect, Option, Schema } from "effect"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { RobotId } from "@fleet/domain/Ids"

const Slugs = Schema.Array(Schema.String)

/** A demo robot; `model` says what simulates it, and `simulated` whether anything does. */
export const DemoRobot = Schema.Struct({
  id: RobotId,
  name: Schema.String,
  model: Schema.Literals(["mobile", "arm"]),
  simulated: Schema.Boolean,
  bridgeToken: Schema.String,
  slugs: Schema.Struct({
    datapoints: Slugs,
    actions: Slugs,
    services: Slugs,
    publishers: Slugs,
    cameras: Slugs
  })
})
export type DemoRobot = typeof DemoRobot.Type

/** What the seed made, and what is known of it only now: secrets are shown once. */
export const DemoFacts = Schema.Struct({
  org: Schema.Struct({ id: Schema.String, name: Schema.String }),
  owner: Schema.Struct({ email: Schema.String }),
  developer: Schema.Struct({ email: Schema.String }),
  app: Schema.Struct({ id: Schema.String, identifier: Schema.String }),
  appUser: Schema.Struct({ email: Schema.String, password: Schema.String }),
  /** An app that anybody may register with; absent in folders of earlier versions. */
  openApp: Schema.optionalKey(Schema.Struct({ identifier: Schema.String })),
  /** An app that requires a second factor, and its user; absent in folders of earlier versions, as is whether agents reach it. */
  strictApp: Schema.optionalKey(
    Schema.Struct({
      identifier: Schema.String,
      email: Schema.String,
      password: Schema.String,
      mcp: Schema.optionalKey(Schema.Boolean)
    })
  ),
  /** Whether agents reach the app's robots over MCP; absent in folders of earlier versions. */
  mcp: Schema.optionalKey(Schema.Boolean),
  serverKey: Schema.String,
  robots: Schema.Array(DemoRobot)
})
export type DemoFacts = typeof DemoFacts.Type

const Text = Schema.fromJsonString(DemoFacts)

/** Writes a file that only its owner can read. */
export const writePrivate = (file: string, text: string) =>
  Effect.promise(async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { mode: 0o600 })
  })

/** The files of the data folder are inconsistent; the message names the remedy. */
export class DemoUnusable extends Data.TaggedError("DemoUnusable")<{ readonly message: string }> {}

/** What an earlier start wrote down; nothing where there is no such file. */
export const readFacts = (file: string): Effect.Effect<Option.Option<DemoFacts>, DemoUnusable> =>
  Effect.promise(() => readFile(file, "utf8").catch(() => null)).pipe(
    Effect.flatMap((text) => (text === null ? Effect.succeedNone : Effect.asSome(Schema.decodeEffect(Text)(text)))),
    Effect.mapError(
      () =>
        new DemoUnusable({
          message:
            `${file} is not what a start of the demo wrote there. ` +
            `Delete ${dirname(file)} to begin again, or leave the demo out with --no-demo.`
        })
    )
  )

export const writeFacts = (file: string, facts: DemoFacts) =>
  Effect.flatMap(Effect.orDie(Schema.encodeEffect(Text)(facts)), (text) => writePrivate(file, text))
