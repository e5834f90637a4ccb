import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { stat, writeFile } from "node:fs/promises"
import { createServer, type AddressInfo, type Server } from "node:net"
import { join } from "node:path"
import { migratedData } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { prints, startServer } from "./support/server.ts"
import { until } from "./support/until.ts"

/** What a server with LOG_FORMAT=json printed, in whole lines. */
const allJson = (printed: string) => {
  const lines = printed.split("\n").slice(0, -1)
  assert.isNotEmpty(lines)
  return lines.map((line) => {
    assert.doesNotThrow(() => JSON.parse(line), line)
    return JSON.parse(line) as { readonly level: string; readonly message: unknown }
  })
}

describe("a start that cannot be", () => {
  it.live(
    "a start that cannot be says in a sentence what is in the way",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const other = yield* Effect.acquireRelease(
          Effect.promise(
            () =>
              new Promise<Server>((resolve) => {
                const listening = createServer().listen(0, "127.0.0.1", () => resolve(listening))
              })
          ),
          (listening) => Effect.sync(() => listening.close())
        )
        const { port } = other.address() as AddressInfo
        const busy = yield* startServer(folder, ["--no-demo"], { PORT: String(port) })
        assert.strictEqual((yield* busy.ended).code, 1)
        assert.include(busy.errors(), `Port ${port} on 127.0.0.1 is in use by another program`)

        yield* Effect.promise(() => writeFile(join(folder, "demo-facts.json"), "{"))
        const broken = yield* startServer(folder)
        assert.strictEqual((yield* broken.ended).code, 1)
        assert.include(broken.errors(), "demo-facts.json is not what a start of the demo wrote there. Delete")

        const mistyped = yield* startServer(folder, ["--nodemo"])
        assert.strictEqual((yield* mistyped.ended).code, 1)
        assert.match(mistyped.errors(), /ERROR\n\s+Unrecognized flag: --nodemo\b[^]*\n\s+--no-demo\s*$/)

        for (const { errors } of [busy, broken, mistyped]) assert.notMatch(errors(), /\n\s+at /)
        for (const { errors } of [busy, broken]) {
          assert.deepStrictEqual(
            allJson(errors()).map(({ level }) => level),
            ["FATAL"]
          )
        }
      }),
    600_000
  )

  it.live(
    "a start that cannot be says all of it in lines of JSON",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/fleet", LOG_FORMAT: "json" }
        const server = yield* startServer(folder, [], env)
        assert.strictEqual((yield* server.ended).code, 1)
        const [warning] = allJson(server.output())
        assert.strictEqual(warning?.level, "WARN")
        assert.include(warning?.message, `FLEET_SECRET is not set: this server signs with the key in ${folder}`)
        const [fatal] = allJson(server.errors())
        assert.include(fatal?.message, "The database cannot be used: connect ECONNREFUSED 127.0.0.1:1")

        const mistaken = yield* startServer(folder, [], { PORT: "eighty", HOST: "[::1]" })
        assert.strictEqual((yield* mistaken.ended).code, 1)
        const [mistakes] = allJson(mistaken.errors())
        assert.include(mistakes?.message, 'PORT must be a port (0 to 65535); it is "eighty".')
      }),
    600_000
  )
})

describe("npm start -- --no-demo", () => {
  it.live(
    "npm start -- --no-demo serves without seeding anything",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const server = yield* startServer(folder, ["--no-demo"])
        const [, base] = yield* prints(server, /Robot Fleet Cloud is at (\S+)/)
        // With LOG_FORMAT=json, which this server has, nothing else is printed.
        allJson(server.output())
        const asked = (path: string, body?: object) =>
          Effect.promise(async () => {
            const headers = { "content-type": "application/json" }
            const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) }
            return (await fetch(base + path, init)).status
          })
        // A server that has no time to serve is not ready.
        yield* until(
          "a server that is ready",
          Effect.map(asked("/readyz"), (status) => status === 200),
          120
        )
        const user = { app_identifier: "demo", email: "user@demo.example", password: "x".repeat(12) }
        assert.strictEqual(yield* asked("/api/client/login", user), 401)
        assert.isTrue(
          yield* Effect.promise(() =>
            stat(join(folder, "demo.json")).then(
              () => false,
              () => true
            )
          )
        )
      }),
    600_000
  )
})
