import { assert, describe, it } from "@effect/vitest"
import { lockFolder } from "@fleet/server/platform/sql/pglite/FolderLock"
import { Effect } from "effect"
import { join } from "node:path"
import { bundledProgram } from "../support/bundledProgram.ts"
import { startCommand } from "../support/Child.ts"
import { migratedData } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { prints, startServer } from "../e2e/support/server.ts"
import { operate } from "./support/operator.ts"

/** Runs one command line over a folder, as a program, to its end. Each statement is slow, which must not show among the answers. */
const spawned = (folder: string, ...args: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const program = yield* Effect.promise(() => bundledProgram("server", "cli"))
      const child = yield* startCommand(process.execPath, [program, ...args], {
        env: { PATH: process.env["PATH"], FLEET_DATA: folder, NO_COLOR: "1", SLOW_QUERY_MS: "1" }
      })
      const { code } = yield* child.ended
      return { code, output: child.output(), errors: child.errors() }
    })
  )

describe("the operator's command", () => {
  it.live(
    "the operator's command makes an org, a robot in it and a session of its owner",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const made = yield* spawned(folder, "org", "create", "Acme", "--owner", "olive@example.com", "--json")
        assert.strictEqual(made.code, 0, made.errors)
        const { org_id } = JSON.parse(made.output)

        const robot = yield* operate(folder, "robot", "create", "OLIVE@example.com", "Rover", "--json")
        assert.match(JSON.parse(robot.output).token, /^rbt_[A-Za-z0-9_-]{43}$/)
        const again = yield* operate(folder, "robot", "create", org_id, "Rover II")
        assert.include(again.output, "Made the robot Rover II")
        // Once, and on no command line: other users of a computer can read those.
        assert.deepStrictEqual(
          again.output.match(/.*rbt_.*/g)?.map((line) => line.length),
          [47]
        )

        const session = yield* spawned(folder, "session", "olive@example.com", "--json")
        const tokens = JSON.parse(session.output)
        assert.strictEqual(tokens.access_token.split(".").length, 3)
        assert.match(tokens.refresh_token, /^[A-Za-z0-9_-]{43}$/)
        assert.strictEqual(session.errors, "")
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command is fleet-server, and by its former name it says so on the error output",
    () =>
      Effect.gen(function* () {
        const former = new URL("../../scripts/formerFleet.ts", import.meta.url).pathname
        const child = yield* startCommand(process.execPath, [former, "--help"], {
          env: { PATH: process.env["PATH"], NO_COLOR: "1" }
        })
        assert.strictEqual((yield* child.ended).code, 0)
        assert.include(child.output(), "fleet-server")
        assert.include(child.errors(), "npm run operator")
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command locks an org, which then takes no robot, and unlocks it",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const made = yield* operate(folder, "org", "create", "Acme", "--owner", "olive@example.com", "--json")
        const { org_id } = JSON.parse(made.output)
        const lock = yield* operate(folder, "org", "lock", "olive@example.com", "--json")
        assert.deepStrictEqual(JSON.parse(lock.output), { org_id, locked: true, changed: true }, lock.errors)
        const robot = yield* operate(folder, "robot", "create", org_id, "Rover")
        assert.deepStrictEqual([robot.code, robot.output], [1, ""])
        assert.include(robot.errors, "Acme is locked")
        assert.include((yield* operate(folder, "org", "unlock", org_id)).output, "is unlocked.")
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command puts an org on a plan, shows what it uses of it, and says which limit a robot would pass",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const made = yield* operate(folder, "org", "create", "Acme", "--owner", "olive@example.com", "--json")
        const { org_id } = JSON.parse(made.output)
        const set = yield* operate(folder, "plan", "set", "olive@example.com", "basic", "--json")
        assert.deepStrictEqual(JSON.parse(set.output), { org_id, plan: "basic", changed: true }, set.errors)
        const again = yield* operate(folder, "plan", "set", org_id, "basic")
        assert.include(again.output, "was on basic already")
        yield* operate(folder, "robot", "create", org_id, "Rover")
        const robot = yield* operate(folder, "robot", "create", org_id, "Rover II")
        assert.deepStrictEqual([robot.code, robot.output], [1, ""])
        assert.include(robot.errors, "Acme has 1 of the 1 robots of its plan basic")
        const shown = yield* operate(folder, "plan", "show", "olive@example.com")
        assert.include(shown.output, `Acme (${org_id}) is on the plan basic:`)
        assert.match(shown.output, /\n {2}robots +1 of 1\n/)
        const json = JSON.parse((yield* operate(folder, "plan", "show", org_id, "--json")).output)
        assert.deepStrictEqual([json.plan, json.limits.robots, json.usage.robots, json.lock], ["basic", 1, 1, null])
        const unknown = yield* operate(folder, "plan", "set", org_id, "free")
        assert.strictEqual(unknown.code, 1)
        assert.include(unknown.errors, "enterprise")
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command seed --robots fills the demo's org up to that number, once, and its app reaches them all",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const first = yield* spawned(folder, "seed", "--robots", "53")
        assert.include(first.output, "Added 50 robots in", first.errors)
        assert.include(first.errors, "53 of 53 robots")
        const again = yield* operate(folder, "seed", "--robots", "53")
        assert.include(again.output, "There are as many robots already.")
        assert.notInclude(again.errors, "robots")
        const more = yield* operate(folder, "seed", "--robots", "54", "--json")
        const { server_key } = JSON.parse(more.output)

        const server = yield* startServer(folder, ["--no-demo"])
        const [, base] = yield* prints(server, /Cloud is at (http\S+)/)
        const listed = yield* Effect.promise(async () => {
          const answer = await fetch(`${base}/api/client/robots`, {
            headers: { authorization: `Bearer ${server_key}` }
          })
          return (await answer.json()) as { robots: ReadonlyArray<{ name: string }> }
        })
        const names = listed.robots.map(({ name }) => name)
        assert.lengthOf(names, 54)
        assert.strictEqual(new Set(names).size, 54)
        assert.includeMembers(names, ["Rover", "Rover 0004", "Rover 0054"])
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command says on the error output what is wrong and how to mend it, and ends with 1",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const unknown = yield* spawned(folder, "session", "nobody@example.com")
        assert.strictEqual(unknown.code, 1)
        assert.strictEqual(unknown.output, "")
        assert.include(unknown.errors, 'npm run operator -- org create "My org" --owner nobody@example.com')
        const robot = yield* operate(folder, "robot", "create", "nobody@example.com", "Rover")
        assert.strictEqual(robot.code, 1)
        assert.include(robot.errors, "neither an org's id nor the address of a developer")
        const owner = yield* operate(folder, "org", "create", "Acme", "--owner", "nobody")
        assert.strictEqual(owner.code, 1)
        assert.include(owner.errors, "--owner")
      }).pipe(Effect.scoped),
    600_000
  )

  it.live(
    "the operator's command explains what to do when a server is running on the folder",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        yield* lockFolder(join(folder, "db"))
        const { code, errors, output } = yield* spawned(folder, "session", "olive@example.com")
        assert.strictEqual(code, 1)
        assert.strictEqual(output, "")
        assert.include(errors, `is in use by process ${process.pid}`)
        assert.include(errors, "stop it first, run this again, and start it anew")
        assert.include(errors, join(folder, "demo.json"))
      }).pipe(Effect.scoped),
    600_000
  )
})
