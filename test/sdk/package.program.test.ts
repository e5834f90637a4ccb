import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { findNode20 } from "../support/node20.ts"
import { FakeService, robotId } from "./support/FakeService.ts"

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)

const script = `
import { createClient, FleetError } from "@fleet/sdk"
import { fileStorage } from "@fleet/sdk/node"
using fleet = createClient({ baseUrl: process.env.BASE_URL!, serverKey: "srv_test" })
const { robots } = await fleet.robots.list()
const error = await fleet.robot(robots[0]!.id).datapoint<number>("battery").get().catch((error: unknown) => error)
if (!FleetError.is(error) || !error.is("no_data")) throw error
console.log(robots[0]!.name, error.status, typeof fileStorage)
`

const viteScript = `
import { fleetTypes } from "@fleet/sdk/vite"
export default { plugins: [fleetTypes({ robot: "arm", out: "src/arm.ts" })] }
`

const effectScript = `
import { Fleet } from "@fleet/sdk/effect"
import { Effect } from "effect"
const program = Effect.gen(function* () {
  const fleet = yield* Fleet
  const { ok } = yield* fleet.api.health.healthz()
  return ok
}).pipe(Effect.provide(Fleet.layer({ baseUrl: process.env.BASE_URL!, serverKey: "srv_test" })))
console.log(await Effect.runPromise(program))
`

/** A refusal that nobody catches. */
const uncaught = `
import { createClient } from "@fleet/sdk"
using fleet = createClient({ baseUrl: process.env.BASE_URL, serverKey: "srv_test" })
await fleet.robot("${robotId}").datapoint("battery").get()
`

/** Opens a socket and says how far that got. */
const socketScript = `
import { createClient } from "@fleet/sdk"
const fleet = createClient({ baseUrl: process.env.BASE_URL, serverKey: "srv_test" })
try {
  fleet.robot("${robotId}").datapoint("battery").subscribe()
  console.log(fleet.realtime.state)
} catch (error) {
  console.log(error.message)
}
fleet.close()
`

const compilerOptions = {
  target: "ES2024",
  lib: ["ES2024", "DOM", "DOM.Iterable", "ESNext.Disposable"],
  module: "NodeNext",
  strict: true,
  noEmit: true,
  types: ["node"]
}

/** What somebody has who installs the package and nothing else of this repository. */
const install = async (folder: string): Promise<void> => {
  await run(process.execPath, [join(root, "packages/client-sdk/build.ts")])
  const { stdout } = await run("npm", ["pack", join(root, "packages/client-sdk/dist"), "--json"], { cwd: folder })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }))
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", filename], { cwd: folder })
}

describe("the published package", () => {
  it("the published package works for somebody who has only it", { timeout: 600_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-consumer-"))
    try {
      await using service = await FakeService.start({
        "GET /healthz": () => [200, { ok: true, version: "1" }],
        "GET /api/client/robots": () => [200, { robots: [{ id: robotId, name: "arm" }] }],
        [`GET /api/robots/${robotId}/datapoints/battery`]: () => [404, { code: "no_data", message: "None yet." }]
      })
      await install(folder)
      const manifest = JSON.parse(await readFile(join(folder, "node_modules/@fleet/sdk/package.json"), "utf8"))
      assert.notProperty(manifest, "dependencies")
      await writeFile(join(folder, "main.ts"), script)
      const env = { ...process.env, BASE_URL: service.baseUrl }
      const { stdout } = await run(process.execPath, ["main.ts"], { cwd: folder, env })
      assert.strictEqual(stdout.trim(), "arm 404 function")

      const command = join(folder, "node_modules/.bin/fleet")
      const { stdout: said } = await run(process.execPath, [command, "--version"], { cwd: folder })
      assert.strictEqual(said, `fleet ${manifest.version}\n`)
      const asked = { PATH: process.env["PATH"], FLEET_URL: service.baseUrl, FLEET_KEY: "srv_test" }
      const listed = await run(process.execPath, [command, "robots", "--json"], { cwd: folder, env: asked })
      assert.strictEqual(JSON.parse(listed.stdout).name, "arm")

      const thrown = await run(process.execPath, ["--input-type=module", "--eval", uncaught], {
        cwd: folder,
        env
      }).catch((error: { readonly stderr: string }) => error)
      assert.include(thrown.stderr, "None yet.")
      assert.include(thrown.stderr, "code: 'no_data'")
      // Node prints the line that threw before all else.
      assert.isBelow(thrown.stderr.length, 4000, "the failure drowns in the package's code")

      const node20 = await findNode20()
      if (node20 === undefined) console.log("The SDK is not tried on Node 20: there is none on the PATH.")
      else {
        await writeFile(join(folder, "socket.mjs"), socketScript)
        const socket = () => run(node20, ["socket.mjs"], { cwd: folder, env })
        assert.include((await socket()).stdout, "There is no WebSocket here: run `npm install ws`")
        await symlink(join(root, "node_modules/ws"), join(folder, "node_modules/ws"))
        assert.strictEqual((await socket()).stdout.trim(), "connecting")
        const onNode20 = await run(node20, [command, "robots", "--json"], { cwd: folder, env: asked })
        assert.strictEqual(JSON.parse(onNode20.stdout).name, "arm")
      }

      await mkdir(join(folder, "node_modules/@types"))
      for (const name of ["effect", "@types/node", "undici-types"])
        await symlink(join(root, "node_modules", name), join(folder, "node_modules", name))
      await writeFile(join(folder, "effect.ts"), effectScript)
      await writeFile(join(folder, "vite.ts"), viteScript)
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      await run(process.execPath, [tsc, "-p", folder]).catch((error: { readonly stdout: string }) =>
        assert.fail(error.stdout)
      )
      const live = await run(process.execPath, ["effect.ts"], { cwd: folder, env })
      assert.strictEqual(live.stdout.trim(), "true")
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
