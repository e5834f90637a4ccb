import { assert, describe, it } from "@effect/vitest"
import { execFile, spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { buildBridge } from "../../packages/bridge/build.ts"
import { startCommand } from "../support/Child.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { eventually, startCloud } from "./support/FakeCloud.ts"

const run = promisify(execFile)
const deploy = join(import.meta.dirname, "../../packages/bridge/deploy")
const has = (tool: string, ...args: ReadonlyArray<string>) => spawnSync(tool, args).error === undefined

/** What a robot has: Node, and nothing of this repository. */
const environment = (home: string) => ({ PATH: process.env["PATH"], HOME: home, npm_config_offline: "true" })

/** The package, packed and installed from its tarball alone. */
const install = Effect.fnUntraced(function* () {
  const home = yield* temporaryFolder
  yield* Effect.promise(async () => {
    const built = join(home, "built")
    await buildBridge(built)
    const { stdout } = await run("npm", ["pack", built, "--json"], { cwd: home })
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
    await writeFile(join(home, "package.json"), '{"private":true}')
    await run("npm", ["install", "--no-audit", "--no-fund", filename], { cwd: home, env: environment(home) })
  })
  return home
})

type Start = readonly [
  home: string,
  program: string,
  args: ReadonlyArray<string>,
  env?: Readonly<Record<string, string>>
]

const npx = (...[home, program, args, env]: Start) =>
  startCommand("npx", ["--offline", program, ...args], { cwd: home, env: { ...environment(home), ...env } })

/** Without npx between, which does not pass signals on. */
const installed = (...[home, program, args, env]: Start) =>
  startCommand(join(home, "node_modules/.bin", program), args, { cwd: home, env: { ...environment(home), ...env } })

describe("the bridge's package", () => {
  it.live.skipIf(!has("npm", "--version"))(
    "the bridge's package works from its tarball, without a network and without other packages",
    () =>
      Effect.gen(function* () {
        const home = yield* install()
        assert.deepStrictEqual(
          readdirSync(join(home, "node_modules")).filter((name) => !name.startsWith(".")),
          ["fleet-bridge"]
        )
        const version = yield* npx(home, "fleet-bridge", ["--version"])
        assert.deepInclude(yield* version.ended, { code: 0 })
        assert.include(version.output(), "0.1.0")

        const cloud = yield* startCloud
        const simulator = yield* installed(home, "fleet-simulator", ["--robot", "mobile", "--port", "0"])
        yield* simulator.lines(1)
        const ros = /ws:\S+\d/.exec(simulator.output())![0]
        const settings = ["--url", cloud.url, "--ros", ros, "--state-dir", join(home, "state")]
        const token = { FLEET_TOKEN: "rbt_test" }
        const bridge = yield* installed(home, "fleet-bridge", settings, token)
        yield* cloud.sees("link_mode")
        assert.deepInclude(yield* bridge.kill("SIGTERM"), { code: 0 })
        yield* eventually("the end of the session", () => cloud.closes.length === 1)

        const doctor = yield* npx(home, "fleet-bridge", ["doctor", ...settings, "--json"], token)
        assert.deepInclude(yield* doctor.ended, { code: 1 })
        const { findings, ok } = JSON.parse(doctor.output())
        assert.isFalse(ok)
        assert.deepStrictEqual(
          findings
            .filter(({ verdict }: { verdict: string }) => verdict === "failed")
            .map(({ check }: { check: string }) => check),
          ["token"]
        )

        const kit = yield* npx(home, "fleet-bridge-conformance", ["--self", "--only", "ping.pong"])
        assert.deepInclude(yield* kit.ended, { code: 0 })
        assert.include(kit.output(), "1 passed, 0 failed")
      }).pipe(Effect.scoped),
    600_000
  )

  it("the bridge's package carries the licences of what is in it, and every file its container copies", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-bridge-built-"))
    try {
      await buildBridge(folder)
      const licences = readFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), "utf8")
      for (const name of ["effect 4.1.0", "ws 8.23.0", "@foxglove/rosmsg 5.0.5"]) assert.include(licences, name)
      const files = readdirSync(folder)
      const copied = /^COPY (.+) \S+$/m.exec(readFileSync(join(folder, "deploy/Containerfile"), "utf8"))![1]!.split(" ")
      for (const name of copied.filter((name) => !name.includes("*"))) assert.include(files, name)
      const modules = files.filter((name) => name.endsWith(".js"))
      assert.includeMembers(modules, ["fleet-bridge.js", "fleet-bridge-conformance.js", "fleet-simulator.js"])
      assert.include(copied, "*.js")
      const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      for (const file of Object.values<string>(bin)) {
        assert.match(readFileSync(join(folder, file), "utf8"), /^#!\/usr\/bin\/env node\n/)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe("the bridge's container file", () => {
  const lines = readFileSync(join(deploy, "Containerfile"), "utf8").replaceAll("\\\n", " ").split("\n")
  const instruction = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))

  it("the bridge's container file starts the bridge where it was copied to, as nobody special", () => {
    const [target] = instruction("COPY").map((line) => line.split(" ").at(-1)!)
    const [program, file] = JSON.parse(instruction("ENTRYPOINT")[0]!) as Array<string>
    assert.strictEqual(program, "node")
    assert.strictEqual(file, `${target}fleet-bridge.js`)
    assert.deepStrictEqual(instruction("USER"), ["node"])
    assert.deepStrictEqual(instruction("ENV"), [`FLEET_STATE_DIR=${instruction("VOLUME")[0]}`])
  })

  it("the bridge's container file asks for health where the status is served", () => {
    const command = JSON.parse(instruction("CMD")[0]!) as Array<string>
    const address = command[command.indexOf("--status") + 1]
    assert.include(instruction("HEALTHCHECK")[0], `http://${address}/healthz`)
  })
})

describe("the bridge's systemd unit", () => {
  const unit = readFileSync(join(deploy, "fleet-bridge.service"), "utf8")

  it.skipIf(!has("systemd-analyze", "--version"))("the bridge's systemd unit is one that systemd takes", () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", join(deploy, "fleet-bridge.service")])
    assert.strictEqual(String(stderr), "")
    assert.strictEqual(status, 0)
  })

  it("the bridge's systemd unit does not start again what the cloud has ended for good, and lets V8 compile", () => {
    assert.include(unit, "RestartPreventExitStatus=2")
    assert.notInclude(unit, "MemoryDenyWriteExecute=yes")
  })
})

describe("the bridge's launch file", () => {
  const file = join(deploy, "fleet_bridge.launch.py")

  it.skipIf(!has("python3", "--version"))("the bridge's launch file is Python", () => {
    const { status, stderr } = spawnSync("python3", [
      "-c",
      "import ast, sys; ast.parse(open(sys.argv[1]).read())",
      file
    ])
    assert.strictEqual(status, 0, String(stderr))
  })

  it("the bridge's launch file shows what is hidden, and starts the bridge by its own flags", () => {
    const text = readFileSync(file, "utf8")
    assert.match(text, /"include_hidden": True/)
    assert.match(text, /cmd=\["fleet-bridge", "--url", url, "--ros", \["ws:\/\/127\.0\.0\.1:", port\]\]/)
  })
})
