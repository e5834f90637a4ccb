import { assert, layer } from "@effect/vitest"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { mobileSource } from "@fleet/server/demo/DemoConfigs"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { baseUrl, connectRobot, publish, valueOf } from "../../e2e/support/world.ts"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aSignedInDesk } from "../cli/support/fleet.ts"

const root = join(import.meta.dirname, "../../..")

const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { bridgeToken, owner, robot } = everyone
  const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
  yield* publish(owner.token, robot.id, mobileSource)
  yield* connectRobot(simulator.url, bridgeToken)
  const path = `/api/robots/${robot.id}`
  yield* valueOf(path, "battery", owner.token)
  yield* call("PATCH", path, { as: owner.token, body: { name: "Rover" } })
  const desk = yield* aSignedInDesk(yield* baseUrl, owner)
  const made = yield* desk.fleet(["types", "--robot", "Rover", "--out", "rover.ts"])
  assert.strictEqual(made.code, 0, made.errors)
  return {
    ...everyone,
    path,
    desk,
    check: desk.fleet(["types", "--check", "--out", "rover.ts"]),
    text: yield* Effect.promise(() => readFile(join(desk.folder, "rover.ts"), "utf8"))
  }
})

/** What tsc says of a file beside the generated one: its lines with an error, and their codes. */
const compile = (folder: string, source: string) =>
  Effect.promise(async () => {
    await writeFile(join(folder, "use.ts"), source)
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        lib: ["ES2024", "DOM", "DOM.Iterable", "ESNext.Disposable"],
        paths: { "@fleet/sdk": [join(root, "packages/client-sdk/src/index.ts")] },
        typeRoots: [join(root, "node_modules/@types")],
        noUnusedLocals: false
      },
      include: ["use.ts"]
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config))
    await writeFile(join(folder, "package.json"), '{"type":"module"}')
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, [tsc, "--noEmit", "-p", folder], (_, stdout) => resolve(stdout))
    )
    return [...said.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+)/gm)].map(
      ([, file, line, code]) => `${file!.split("/").at(-1)}:${line} ${code}`
    )
  })

const good = `import { createClient, FleetError, type ActionRefusal } from "@fleet/sdk"
import { rover, roverId, type Rover } from "./rover.ts"
const fleet = createClient({ baseUrl: "http://127.0.0.1", serverKey: "srv" })
const robot = rover(fleet)
const other = rover(fleet, "some-other-id")
const percent: number | null = (await robot.datapoint("battery").get()).value
for await (const { value } of robot.datapoint("pose").subscribe()) {
  const x: number | null = value.pose.position.x
  const frame: string = value.header.frame_id
}
const job = await robot.action("dock").start({ speed: 0.5 })
await other.action("dock").start()
for await (const { feedback } of job.updates()) if (feedback !== null) { const left: number | null = feedback.remaining }
const { result } = await job.result()
if (result !== null) { const docked: boolean = result.docked }
const { success, message } = await robot.service("set_light").call({ on: success0() })
await robot.service("reset").call()
await robot.publisher("drive").publish({ forward: 0.1 })
function success0(): boolean { return true }
try { await robot.action("dock").start() } catch (error) {
  if (!FleetError.is(error)) throw error
  const refused = error as ActionRefusal
  switch (refused.code) {
    case "busy": { const id: string = refused.details.running.id; break }
    case "parameter_invalid": { const field = refused.details.violations[0]?.field; break }
    case "unknown_slug": break
  }
}
type Slugs = keyof Rover["datapoints"]
const slug: Slugs = "light"
const id: string = roverId + robot.id
await robot.jobs()
const still: Uint8Array = await robot.camera("front").snapshot()
`

const bad = `import { createClient } from "@fleet/sdk"
import { rover } from "./rover.ts"
const robot = rover(createClient({ baseUrl: "http://127.0.0.1" }))
robot.datapoint("batery")
robot.action("battery")
await robot.action("dock").start({ speed: "fast" })
await robot.action("dock").start({ sped: 0.5 })
await robot.service("set_light").call()
await robot.service("reset").call({ hard: true })
await robot.publisher("drive").publish({ forward: "a bit" })
const text: string = (await robot.datapoint("light").get()).value
robot.camera("frnt")
`

layer(TestApp, { excludeTestServices: true })("fleet types", (it) => {
  it.effect("fleet types writes what the golden file has, twice the same, and does not touch other files", () =>
    Effect.gen(function* () {
      const { desk, robot, text } = yield* world
      yield* Effect.promise(() => assertGolden(text.replaceAll(robot.id, "00000000-0000-4000-8000-000000000000")))
      const printed = yield* desk.fleet(["types", "--robot", robot.id])
      assert.strictEqual(printed.output, text)
      const again = yield* desk.fleet(["types", "--robot", "rover", "--out", "rover.ts"])
      assert.include(again.errors, "up to date")
      yield* Effect.promise(() => writeFile(join(desk.folder, "mine.ts"), "export const mine = 1\n"))
      const foreign = yield* desk.fleet(["types", "--robot", "rover", "--out", "mine.ts"])
      assert.strictEqual(foreign.code, 1)
      assert.include(foreign.errors, "was not written by")
      const check = yield* desk.fleet(["types", "--check", "--out", "mine.ts"])
      assert.strictEqual(check.code, 1)
      const missing = yield* desk.fleet(["types", "--check", "--out", "src/rover.ts"])
      assert.strictEqual(missing.code, 1)
      assert.include(missing.errors, "Write it with `fleet types --robot <robot> --out src/rover.ts`.")
      const inFolder = yield* desk.fleet(["types", "--robot", "rover", "--out", "src/rover.ts"])
      assert.strictEqual(inFolder.code, 0, inFolder.errors)
      assert.strictEqual(yield* Effect.promise(() => readFile(join(desk.folder, "src/rover.ts"), "utf8")), text)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet types lets good use compile, and no other", () =>
    Effect.gen(function* () {
      const { desk } = yield* world
      assert.deepStrictEqual(yield* compile(desk.folder, good), [])
      assert.deepStrictEqual(yield* compile(desk.folder, bad), [
        "use.ts:4 TS2345",
        "use.ts:5 TS2345",
        "use.ts:6 TS2322",
        "use.ts:7 TS2561",
        "use.ts:8 TS2554",
        "use.ts:9 TS2322",
        "use.ts:10 TS2322",
        "use.ts:11 TS2322",
        "use.ts:12 TS2345"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("fleet types --check names a slug that was renamed, in the draft and once it is published", () =>
    Effect.gen(function* () {
      const { check, owner, path } = yield* world
      assert.strictEqual((yield* check).code, 0)
      const renamed = yield* call("POST", `${path}/config/rename-slug`, {
        as: owner.token,
        body: { from: "battery", to: "charge" }
      })
      assert.strictEqual(renamed.status, 200)
      const drafted = yield* check
      assert.strictEqual(drafted.code, 1)
      assert.strictEqual(
        drafted.output,
        "rover.ts: error renamed The datapoint battery was renamed to charge. (draft)\n"
      )
      assert.strictEqual((yield* call("POST", `${path}/config/publish`, { as: owner.token })).status, 200)
      const published = yield* check
      assert.strictEqual(published.code, 1)
      assert.include(published.output, "battery was renamed to charge. (version 2)")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet types --check names what was removed or changed, and takes what was added", () =>
    Effect.gen(function* () {
      const { check, desk, owner, robot } = yield* world
      const added = mobileSource.replace(
        "  light:\n",
        "  lamp:\n    topic: /light\n    type: std_msgs/msg/Bool\n  light:\n"
      )
      yield* publish(owner.token, robot.id, added)
      const fits = yield* check
      assert.strictEqual(fits.code, 0, fits.output)
      assert.include(fits.errors, "Not in it yet: lamp")

      const changed = mobileSource
        .replace("max_value: 1, description: Metres per second", "max_value: 0.4, description: Metres per second")
        .replace("default: 0.5", "default: 0.3")
        .replace(/ {2}reset:\n(?: {4}.*\n)+/, "")
        .replace("field: pose.position.x\n", "field: header.frame_id\n")
        .replace("    numeric: { unit: m, decimals: 2 }\n", "")
      yield* publish(owner.token, robot.id, changed)
      const broken = yield* check
      assert.strictEqual(broken.code, 1)
      assert.deepStrictEqual(broken.output.trim().split("\n"), [
        "rover.ts: error changed The datapoint position_x has another type, unit or range now. (version 3)",
        "rover.ts: error changed The action dock has another type, unit or range now. (version 3)",
        "rover.ts: error removed The service reset was removed. (version 3)"
      ])
      assert.strictEqual((yield* desk.fleet(["types", "--robot", "rover", "--out", "rover.ts"])).code, 0)
      assert.strictEqual((yield* check).code, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet types of a robot that has published nothing says so", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const desk = yield* aSignedInDesk(yield* baseUrl, owner)
      const { code, errors } = yield* desk.fleet(["types", "--robot", robot.id])
      assert.strictEqual(code, 1)
      assert.include(errors, "no published configuration")
      const none = yield* desk.fleet(["types", "--check"])
      assert.strictEqual(none.code, 2)
    }).pipe(Effect.scoped)
  )
})

const golden = join(import.meta.dirname, "rover.golden.txt")

/** With UPDATE_GOLDEN set, writes the file instead. */
const assertGolden = async (text: string): Promise<void> => {
  if (process.env["UPDATE_GOLDEN"]) await writeFile(golden, text)
  assert.strictEqual(text, await readFile(golden, "utf8"))
}
