import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { baseUrl, publish } from "../../e2e/support/world.ts"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { aSignedInDesk } from "../cli/support/fleet.ts"

const root = join(import.meta.dirname, "../../..")

const source = `platform: 1
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${forward}" } }
    parameters: { forward: { type: float64, default: 0 } }
    failsafe: { timeout_ms: 500, message: {} }
    quiet_timeout_ms: 2000
`

/** Runs `vite build` in a folder with the plugin. */
const build = (folder: string, env: NodeJS.ProcessEnv = {}) =>
  Effect.promise(
    () =>
      new Promise<{ readonly ok: boolean; readonly said: string }>((resolve) =>
        execFile(
          process.execPath,
          [join(root, "node_modules/vite/bin/vite.js"), "build", "--configLoader", "native"],
          { cwd: folder, env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: folder, NO_COLOR: "1", ...env } },
          (error, stdout, stderr) => resolve({ ok: error === null, said: stdout + stderr })
        )
      )
  )

layer(TestApp, { excludeTestServices: true })("Vite's plugin", (it) => {
  it.effect("Vite's plugin writes the types where there are none, and fails a build that they no longer fit", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const desk = yield* aSignedInDesk(yield* baseUrl, owner)
      const { folder } = desk
      const plugin = join(root, "packages/client-sdk/src/vite.ts")
      yield* Effect.promise(async () => {
        await mkdir(join(folder, "src"))
        await writeFile(join(folder, "package.json"), '{"type":"module"}')
        await writeFile(
          join(folder, "vite.config.mjs"),
          `import { fleetTypes } from ${JSON.stringify(plugin)}\n` +
            `export default { plugins: [fleetTypes({ robot: ${JSON.stringify(robot.id)}, out: "src/robot.ts" })] }\n`
        )
        await writeFile(join(folder, "index.html"), '<script type="module" src="/src/main.js"></script>')
        await writeFile(join(folder, "src/main.js"), "console.log(1)\n")
      })
      yield* publish(owner.token, robot.id, source)
      const first = yield* build(folder)
      assert.isTrue(first.ok, first.said)
      const written = yield* Effect.promise(() => readFile(join(folder, "src/robot.ts"), "utf8"))
      assert.include(written, "readonly drive: {")

      const away = yield* build(folder, { FLEET_URL: "http://127.0.0.1:1" })
      assert.isTrue(away.ok, away.said)
      assert.include(away.said, "was not compared")

      yield* publish(owner.token, robot.id, source.replace("  drive:", "  move:"))
      const second = yield* build(folder)
      assert.isFalse(second.ok)
      assert.include(second.said, "The publisher drive was renamed to move.")
      assert.strictEqual(yield* Effect.promise(() => readFile(join(folder, "src/robot.ts"), "utf8")), written)

      yield* Effect.promise(() => writeFile(join(folder, "src/robot.ts"), "export const mine = 1\n"))
      const foreign = yield* build(folder)
      assert.isFalse(foreign.ok)
      assert.include(foreign.said, "src/robot.ts was not written by fleet types")
      assert.strictEqual(
        yield* Effect.promise(() => readFile(join(folder, "src/robot.ts"), "utf8")),
        "export const mine = 1\n"
      )
    }).pipe(Effect.scoped)
  )
})
