import { assert, describe, it, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer, request as forward } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { noBrowser } from "../../pages/browser.ts"
import { until } from "../../e2e/support/until.ts"
import { register } from "../../support/mcp.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { aConnectedWorld } from "../world.ts"
import { outsidePackage } from "./outsidePackage.ts"
import { does, openBrowser, press, signIn } from "./person.ts"
import { freeOrigin, peerApp } from "./world.ts"

const conformance = outsidePackage("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "conformance")

/**
 * The scenarios that any endpoint can pass. The others call tools, prompts and resources of a server that is made for them,
 * those of tasks too; `http-custom-header-server-validation` is about an annotation that no tool here has; the rest about
 * sessions and streams of the older revisions check nothing at a stateless endpoint.
 */
const scenarios = {
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "http-header-validation",
    "dns-rebinding-protection",
    "caching",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods"
  ],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"],
  "2025-06-18": ["server-initialize", "ping", "tools-list", "resources-list"]
}

const baseline = join(import.meta.dirname, "expected-failures.yml")

/** Adds a bearer to whatever comes, since the suite has none to give. `Host` stays as it was sent. */
const bearing = Effect.fnUntraced(function* (target: string, token: string) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const sent = forward(new URL(asked.url!, target), { method: asked.method!, headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers)
      answered.pipe(answer)
    })
    sent.on("error", () => answer.destroy())
    answer.on("close", () => sent.destroy())
    asked.pipe(sent)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return `http://localhost:${(server.address() as AddressInfo).port}`
})

/** Runs the suite's command until the scope closes. */
const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const folder = yield* temporaryFolder
  const child = spawn(process.execPath, [conformance.file(), ...args, "-o", join(folder, "results")], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["ignore", "pipe", "pipe"]
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
  const printed = { text: "" }
  child.stdout.on("data", (chunk: Buffer) => void (printed.text += chunk))
  child.stderr.on("data", (chunk: Buffer) => void (printed.text += chunk))
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  return { printed, ended: does(() => ended) }
})

const { origin, port } = await Effect.runPromise(freeOrigin)

describe("the baseline of the conformance suite", () => {
  it("the baseline of the conformance suite has a reason for each failure that is expected", () => {
    const entries = readFileSync(baseline, "utf8")
      .split("\n")
      .filter((line) => line.trimStart().startsWith("- "))
    assert.isNotEmpty(entries)
    for (const entry of entries) assert.match(entry, /^ {2}- [\w-]+:[\w-]+ # \S.{10,}$/)
  })
})

layer(peerApp({ origin, port }), { excludeTestServices: true, timeout: "2 minutes" })("the conformance suite", (it) => {
  for (const [revision, names] of Object.entries(scenarios)) {
    for (const name of names) {
      it.effect.skipIf(conformance.missing !== null)(
        `the conformance suite finds nothing unexpected in ${name} of ${revision}`,
        () =>
          Effect.gen(function* () {
            const { app, client, path } = yield* aConnectedWorld()
            const proxy = yield* bearing(origin, client.access)
            const sql = yield* SqlClient.SqlClient
            yield* sql`UPDATE apps SET allowed_origins = ARRAY[${proxy}] WHERE id = ${app.id}`
            const rest = ["--scenario", name, "--spec-version", revision, "--expected-failures", baseline]
            const { ended, printed } = yield* run("server", "--url", `${proxy}${path}`, ...rest)
            assert.strictEqual(yield* ended, 0, printed.text)
          }).pipe(Effect.scoped),
        120_000
      )
    }
  }

  it.effect.skipIf(conformance.missing !== null || noBrowser !== null)(
    "the conformance suite is content with the authorization server",
    () =>
      Effect.gen(function* () {
        const { path, user } = yield* aConnectedWorld()
        const callbackPort = yield* freePort("127.0.0.1")
        const clientId = yield* register(path, { redirect_uris: [`http://127.0.0.1:${callbackPort}/callback`] })
        const issuer = `${origin}${path}`
        const whose = ["--url", issuer, "--client-id", clientId, "--resource", issuer, "-p", String(callbackPort)]
        const { ended, printed } = yield* run("authorization", ...whose)
        const address = new RegExp(`${issuer}/oauth/authorize\\S+`)
        const url = yield* until(
          "the address to sign in at",
          Effect.sync(() => address.exec(printed.text)?.[0]),
          60
        )
        const { page } = yield* openBrowser(origin)
        yield* signIn(page, url, user.email)
        yield* does(() => press(page, "Allow"))
        assert.strictEqual(yield* ended, 0, printed.text)
        // Both of its scenarios: the document, and a whole grant.
        assert.match(printed.text, /authorization-server-metadata-endpoint/)
        assert.match(printed.text, /authorization-code-grant/)
        assert.notMatch(printed.text, /FAILURE|[1-9]\d* failed/)
      }).pipe(Effect.scoped),
    200_000
  )
})
