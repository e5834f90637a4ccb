import { assert, describe, layer, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { startCommand } from "../support/Child.ts"
import { noBrowser, openPage } from "../pages/browser.ts"
import { migratedData } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { fromSources, openSocket, startDemo, startServer } from "./support/server.ts"
import { until } from "./support/until.ts"

const get = (url: string, bearer?: string) =>
  Effect.promise(async () => {
    const response = await fetch(url, bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } })
    const text = await response.text()
    return { status: response.status, type: response.headers.get("content-type") ?? "", text }
  })

const signIn = (
  base: string,
  app: { readonly identifier: string },
  user: { readonly email: string; readonly password: string }
) =>
  Effect.promise(async () => {
    const response = await fetch(`${base}/api/client/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ app_identifier: app.identifier, ...user })
    })
    return {
      status: response.status,
      body: (await response.json()) as { readonly access_token: string; readonly status?: string }
    }
  })

/** What a console asks with for a person who has no organisation yet. */
const foundingQuery = (origin: string) =>
  new URLSearchParams({
    prompt: "create",
    response_type: "code",
    client_id: "console",
    redirect_uri: `${origin}/signed-in`,
    state: "state-of-8",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256"
  }).toString()

/** A demo that runs for all tests of a suite. */
class Demo extends Context.Service<Demo, Effect.Success<ReturnType<typeof startDemo>>>()("test/Demo") {
  static readonly layer = Layer.effect(
    Demo,
    Effect.flatMap(temporaryFolder, (folder) => startDemo(folder, {}, fromSources))
  )
}

layer(Demo.layer, { excludeTestServices: true, timeout: "240 seconds" })("the demo that npm start runs", (it) => {
  it.effect("the demo that npm start runs writes its facts where only the owner reads them, and they work", () =>
    Effect.gen(function* () {
      const { demo, folder } = yield* Demo
      const { mode } = yield* Effect.promise(() => stat(join(folder, "demo.json")))
      assert.strictEqual(mode & 0o777, 0o600)
      assert.containsAllKeys(demo, ["base_url", "org", "developer", "app", "app_user", "server_key", "robots"])
      assert.containsAllKeys(demo.developer, ["email", "access_token", "refresh_token"])
      assert.lengthOf(demo.robots, 3)
      for (const { slugs } of demo.robots) {
        assert.containsAllKeys(slugs, ["datapoints", "actions", "services", "publishers", "cameras"])
      }

      assert.strictEqual(demo.mcp_url, `${demo.base_url}/mcp/${demo.app.identifier}`)
      const endpoint = yield* get(`${demo.mcp_url}/.well-known/oauth-protected-resource`)
      assert.strictEqual((JSON.parse(endpoint.text) as { resource: string }).resource, demo.mcp_url)

      const me = yield* get(`${demo.base_url}/api/auth/me`, demo.developer.access_token)
      assert.strictEqual(me.status, 200, me.text)
      const listed = yield* get(`${demo.base_url}/api/client/robots`, demo.server_key)
      assert.sameMembers(
        (JSON.parse(listed.text) as { robots: Array<{ id: string }> }).robots.map(({ id }) => id),
        demo.robots.map(({ id }) => id)
      )
      const { body, status } = yield* signIn(demo.base_url, demo.app, demo.app_user)
      assert.strictEqual(status, 200)
      const rover = demo.robots[0]!
      for (const slug of rover.slugs.datapoints.filter((slug) => slug !== "light")) {
        const value = yield* until(
          `a value of ${slug}`,
          Effect.map(get(`${demo.base_url}/api/robots/${rover.id}/datapoints/${slug}`, body.access_token), (answer) =>
            answer.status === 200 ? answer : null
          )
        )
        assert.notStrictEqual((JSON.parse(value.text) as { value: unknown }).value, null)
      }
    })
  )

  it.effect("the demo that npm start runs prints a page whose curl lines work when pasted", () =>
    Effect.gen(function* () {
      const { child, demo } = yield* Demo
      const page = child.output()
      assert.include(page, `Robot Fleet Cloud is at http://localhost:${new URL(demo.base_url).port} `)
      const lines = page.split("\n").filter((line) => line.trimStart().startsWith("curl "))
      assert.lengthOf(lines, 3)
      const answers: Array<any> = []
      for (const line of lines) {
        const shell = yield* startCommand("sh", ["-c", `${line} --silent --fail-with-body`])
        const { code } = yield* shell.ended
        assert.strictEqual(code, 0, `${line}\n${shell.output()}`)
        answers.push(JSON.parse(shell.output()))
      }
      assert.isNumber(answers[0].value)
      assert.strictEqual(answers[1].job.state, "running")
      assert.strictEqual(answers[2].job.id, answers[1].job.id)
    })
  )

  it.effect("the demo that npm start runs lets people sign in by hand, with the mails in its outbox", () =>
    Effect.gen(function* () {
      const { child, demo } = yield* Demo
      const page = child.output()
      const addressAfter = (label: string) => new RegExp(`^  ${label} +(\\S+)`, "m").exec(page)![1]!
      assert.include(page, `${demo.strict_app.email} / ${demo.strict_app.password}`)
      for (const label of ["Register", "Second factor", "Outbox"]) {
        const { status, type } = yield* get(addressAfter(label))
        assert.deepStrictEqual([status, type], [200, "text/html; charset=utf-8"], label)
      }

      const email = "newcomer@example.com"
      yield* Effect.promise(() =>
        fetch(`${demo.base_url}/api/client/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ app_identifier: demo.open_app.identifier, email, password: "a long password" })
        })
      )
      const mail = yield* until(
        "the mail with the link",
        Effect.map(get(`${demo.base_url}/dev/outbox.json`), ({ text }) => {
          const { mails } = JSON.parse(text) as { mails: ReadonlyArray<{ to: string; text: string }> }
          return mails.find(({ to }) => to === email) ?? null
        })
      )
      const link = /https?:\/\/\S+/.exec(mail.text)![0]
      assert.strictEqual((yield* get(link)).status, 200)

      const strict = yield* signIn(demo.base_url, demo.strict_app, {
        email: demo.strict_app.email,
        password: demo.strict_app.password
      })
      assert.strictEqual(strict.body.status, "two_factor_setup_required")
    })
  )

  it.effect("the demo that npm start runs lets anybody found an organisation", () =>
    Effect.gen(function* () {
      const { demo } = yield* Demo
      const page = yield* Effect.promise(async () => {
        const at = `${demo.base_url}/console/oauth/authorize?${foundingQuery(demo.base_url)}`
        const begun = await fetch(at, { redirect: "manual" })
        const cookie = begun.headers.getSetCookie()[0]!.split(";")[0]!
        const shown = await fetch(new URL(begun.headers.get("location")!, at), { headers: { cookie } })
        return shown.text()
      })
      assert.include(page, "Create an organisation")
      assert.notInclude(page, "waitlist")
    })
  )

  it.effect.skipIf(noBrowser !== null)(
    "the demo that npm start runs signs in a person who follows its printed page in a browser, from the loopback number on too",
    () =>
      Effect.gen(function* () {
        const { child, demo } = yield* Demo
        const [, printed, email, outbox] =
          /Robot Fleet Cloud is at (\S+)[^]*?Sign in as +(\S+); the code is at (\S+)/.exec(child.output())!
        assert.strictEqual(email, demo.developer.email)
        const { errors, page } = yield* openPage("http://")
        yield* Effect.promise(async () => {
          await page.goto(`${demo.base_url}/robots?q=rover`)
          await page.waitForURL((url) => url.origin === printed && url.pathname.startsWith("/console/oauth/"))
          assert.strictEqual(await page.getByRole("link", { name: "Its accounts" }).getAttribute("href"), "/dev")
          await page.getByLabel("E-mail address").fill(email!)
          await page.getByRole("button", { name: "Continue with a code" }).click()
          const [mails] = await Promise.all([
            page.waitForEvent("popup"),
            page.getByRole("link", { name: "The code is in its outbox" }).click()
          ])
          assert.strictEqual(new URL(mails.url()).pathname, new URL(outbox!).pathname)
          const code = /\b\d{6}\b/.exec(await mails.getByRole("article").first().innerText())![0]
          await page.getByLabel("Six-digit code").fill(code)
          await page.waitForURL(`${printed}/robots?q=rover`)
          await page.getByRole("link", { name: demo.robots[0]!.name }).first().waitFor()
        })
        assert.deepStrictEqual(errors, [])
      })
  )

  it.effect("the demo that npm start runs has a page with links to all that it has to try", () =>
    Effect.gen(function* () {
      const { demo } = yield* Demo
      const start = yield* get(`${demo.base_url}/dev`)
      assert.strictEqual(start.status, 200)
      const links = [...start.text.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => new URL(link!, demo.base_url).href)
      assert.isAtLeast(links.length, 5)
      for (const link of links) {
        const { status } = yield* Effect.promise(() => fetch(link, { headers: { accept: "text/html" } }))
        assert.strictEqual(status, 200, link)
      }
      for (const secret of [demo.server_key, demo.app_user.password, demo.strict_app.password])
        assert.notInclude(start.text, secret)
      assert.strictEqual((yield* get(`${demo.base_url}/`)).status, 404)
    })
  )

  it.effect("the demo that npm start runs refuses a second server on its folder, and says who has it", () =>
    Effect.gen(function* () {
      const { folder } = yield* Demo
      const second = yield* startServer(folder)
      assert.strictEqual((yield* second.ended).code, 1)
      assert.match(second.errors(), /The database folder \S+ is in use by process \d+\. Only one server/)
      assert.notMatch(second.errors(), /\n\s+at /)
    })
  )

  it.effect("the demo that npm start runs prints nothing of its own robots after its page", () =>
    Effect.gen(function* () {
      const { child, demo } = yield* Demo
      const path = `${demo.base_url}/api/robots/${demo.robots[0]!.id}/assets`
      yield* until(
        "the rover's model",
        Effect.map(get(path, demo.developer.access_token), ({ text }) =>
          (JSON.parse(text) as { assets: ReadonlyArray<unknown> }).assets.length > 0 ? text : null
        )
      )
      // A busy computer may have slow requests, which are told of.
      const lines = child
        .output()
        .split("\n")
        .filter((line) => !line.includes("slow"))
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("/api/bridge/")),
        []
      )
    })
  )

  it.effect("the demo that npm start runs shows no metrics where no operator token is set", () =>
    Effect.gen(function* () {
      const { demo } = yield* Demo
      assert.strictEqual((yield* get(`${demo.base_url}/metrics`)).status, 404)
      assert.strictEqual((yield* get(`${demo.base_url}/metrics`, demo.developer.access_token)).status, 404)
      assert.strictEqual((yield* get(`${demo.base_url}/healthz`)).status, 200)
      assert.strictEqual((yield* get(`${demo.base_url}/readyz`)).status, 200)
    })
  )
})

describe("a demo that is stopped", () => {
  it.live(
    "a demo that is stopped says so to its sockets, ends in time, and goes on with everything at the next start",
    () =>
      Effect.gen(function* () {
        const folder = yield* migratedData
        const first = yield* startDemo(folder)
        const sockets = first.demo.base_url.replace(/^http/, "ws")
        const facts = JSON.parse(yield* Effect.promise(() => readFile(join(folder, "demo-facts.json"), "utf8"))) as {
          readonly robots: ReadonlyArray<{ readonly simulated: boolean; readonly bridgeToken: string }>
        }
        const token = facts.robots.find(({ simulated }) => !simulated)!.bridgeToken
        const app = yield* openSocket(`${sockets}/realtime`, { type: "auth", token: first.demo.server_key })
        const hello = { type: "hello", protocol_version: 5, token, bridge_version: "0.1.0" }
        const bridge = yield* openSocket(`${sockets}/bridge`, hello)

        const ended = yield* first.child.kill("SIGTERM").pipe(Effect.timeout("1 minute"))
        // With 1 it ends when the stop takes too long.
        assert.notStrictEqual(ended.code, 1)
        assert.isNull(ended.signal)
        assert.strictEqual(yield* Effect.promise(() => app.closed), 1012)
        assert.strictEqual(yield* Effect.promise(() => bridge.closed), 1012)

        const operator = "an operator's secret"
        const again = yield* startDemo(folder, { OPERATOR_TOKEN: operator })
        assert.notInclude(again.child.output() + again.child.errors(), "seeding")
        const kept = ({ app, app_user, org, robots, server_key }: typeof first.demo) => ({
          app,
          app_user,
          org,
          robots,
          server_key
        })
        assert.deepStrictEqual(kept(again.demo), kept(first.demo))
        const base = again.demo.base_url
        assert.strictEqual((yield* signIn(base, again.demo.app, again.demo.app_user)).status, 200)
        assert.strictEqual((yield* get(`${base}/api/client/robots`, again.demo.server_key)).status, 200)

        const metrics = yield* get(`${base}/metrics`, operator)
        assert.strictEqual(metrics.status, 200)
        assert.include(metrics.type, "text")
        assert.match(metrics.text, /^fleet_bridges_connected 2$/m)
        assert.strictEqual((yield* get(`${base}/metrics`, "not the operator's secret")).status, 404)
      }),
    600_000
  )
})
