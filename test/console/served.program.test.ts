/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer, Option } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { noBrowser, openPage } from "../pages/browser.ts"
import { sendCode } from "../pages/sendCode.ts"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { builtDist } from "./support/builtDist.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

/** Every report of a page's policy. */
const reports = (page: Page) =>
  Effect.promise(async () => {
    const found: Array<string> = []
    await page.exposeFunction("reportViolation", (text: string) => found.push(text))
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
        (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation(
          `${violatedDirective}: ${blockedURI}`
        )
      )
    )
    return found
  })

/** Signs in through the portal, whose page the browser is on already. */
const signIn = (page: Page, email: string) =>
  Effect.gen(function* () {
    yield* Effect.promise(async () => {
      await page.waitForURL(/\/console\/oauth\//)
      await page.getByLabel("E-mail address").fill(email)
      await page.getByRole("button", { name: "Continue with a code" }).click()
      await page.locator("#code").waitFor()
    })
    const { code } = yield* (yield* MailSink).waitFor(email)
    yield* Effect.promise(() => sendCode(page, code))
  })

const robotLink = (page: Page, name: string) => page.getByRole("link", { name }).first()

interface Place {
  readonly folder: string
  readonly origin: string
  readonly service: string
}

/** Where the test's service and console are; written by the layer, read by its tests. */
let place: Place

/** The service with a copy of the built console, at a name that a passkey could have. */
const Served = Layer.unwrap(
  Effect.gen(function* () {
    const folder = join(yield* temporaryFolder, "console")
    const dist = yield* builtDist
    yield* Effect.promise(() => cp(dist, folder, { recursive: true }))
    const port = yield* freePort("127.0.0.1")
    const [baseUrl, portalUrl] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
    place = { folder, origin: portalUrl, service: baseUrl }
    return testAppWithMail({
      port,
      baseUrl,
      portalUrl,
      consoleOrigin: portalUrl,
      consoleRedirects: [`${portalUrl}/signed-in`],
      consoleFiles: Option.some(folder)
    })
  })
).pipe(Layer.orDie)

describe.skipIf(noBrowser !== null)(`the built console in a browser${note}`, () => {
  layer(Served, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("signs in, shows its pages and breaks no rule of its policy, from the loopback number on", () =>
      Effect.gen(function* () {
        const { developer, owner } = yield* makeOrg
        const { robot } = yield* makeRobot(owner.caller)
        const { errors, page } = yield* openPage("http://", { locale: "en-GB" })
        const found = yield* reports(page)
        yield* Effect.promise(async () => {
          await page.goto(`${place.service}/robots?q=${robot.name.split(" ")[1]}`)
        })
        yield* signIn(page, developer.email)
        yield* Effect.promise(async () => {
          await robotLink(page, robot.name).waitFor()
          assert.strictEqual(new URL(page.url()).origin, place.origin)
          assert.strictEqual(new URL(page.url()).search, `?q=${robot.name.split(" ")[1]}`)
          for (const path of ["/", "/robots", "/robots/new", "/jobs", "/alerts", "/activity", `/robots/${robot.id}`]) {
            await page.goto(place.origin + path)
            await page.locator("h1").first().waitFor()
            await page.waitForLoadState("networkidle")
          }
        })
        assert.deepStrictEqual(found, [])
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect(
      "offers a new version once the link is back, takes it on the way to another page, and forces it on no page",
      () =>
        Effect.gen(function* () {
          const { developer } = yield* makeOrg
          const { page } = yield* openPage("http://", { locale: "en-GB" })
          // The link can be cut here without stopping the service.
          yield* Effect.promise(async () => {
            await page.addInitScript(() => {
              const sockets: Array<WebSocket> = []
              const Real = globalThis.WebSocket
              globalThis.WebSocket = class extends Real {
                constructor(...given: ConstructorParameters<typeof WebSocket>) {
                  super(...given)
                  sockets.push(this)
                }
              }
              Object.assign(globalThis, { cutLink: () => sockets.splice(0).forEach((socket) => socket.close(3000)) })
            })
            await page.goto(`${place.origin}/`)
          })
          yield* signIn(page, developer.email)
          const isOffered = page.getByText("A new version of the console is ready.")
          yield* Effect.promise(async () => {
            await page.getByText(/^Live/).first().waitFor()
            const asked = page.waitForResponse(/build\.json/)
            await page.evaluate("cutLink()")
            await asked
            assert.strictEqual(await isOffered.count(), 0)
            await page.getByText(/^Live/).first().waitFor()

            const index = join(place.folder, "index.html")
            const file = join(place.folder, "assets/build.json")
            const upgrade = async (next: string) => {
              const [text, former] = await Promise.all([readFile(index, "utf8"), readFile(file, "utf8")])
              const { id } = JSON.parse(former) as { id: string }
              await writeFile(file, JSON.stringify({ id: next }))
              await writeFile(index, text.replace(id, next))
              // The service reads the folder anew when its page is asked for.
              await fetch(`${place.origin}/`, { headers: { accept: "text/html" } })
              await page.evaluate("cutLink()")
              await isOffered.waitFor()
              await page.evaluate("globalThis.isFormer = true")
            }
            const isFormer = () => page.evaluate("globalThis.isFormer === true")
            await upgrade("another")
            await page.getByRole("button", { name: "Reload" }).click()
            await page.getByText(/^Live/).first().waitFor()
            assert.strictEqual(await isOffered.count(), 0)

            // The token of a robot is shown once: a page that shows one keeps it.
            await page.getByRole("link", { name: "Robots", exact: true }).first().click()
            await page.getByRole("link", { name: "Connect a robot" }).first().click()
            await page.getByLabel("Name").fill("hall-3-rover")
            await upgrade("a third")
            await page.getByLabel("Name").press("Enter")
            await page.waitForURL(/\/setup\/bridge$/)
            await page.getByRole("link", { name: "Jobs", exact: true }).first().click()
            await page.waitForURL("**/jobs")
            assert.isTrue(await isFormer())
            await page.goBack()
            await page.getByText(/^rbt_/).first().waitFor()

            // Nothing would be lost: the way to another page takes the new version.
            await page.reload()
            await page.getByText(/^Live/).first().waitFor()
            await upgrade("a fourth")
            await page.getByRole("link", { name: "Alerts", exact: true }).first().click()
            await page.waitForURL("**/alerts")
            await page.getByRole("heading", { level: 1 }).first().waitFor()
            assert.isFalse(await isFormer())
            assert.strictEqual(await isOffered.count(), 0)
          })
        })
    )
  })
})

/** A document's block of code of this language. */
const blockOf = (document: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(document)![1]!

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

let elsewhere: Place

/** The console of docs/operate.md: its files, made by the lines written there, with the headers of the nginx example. */
const Elsewhere = Layer.unwrap(
  Effect.gen(function* () {
    const root = join(import.meta.dirname, "../..")
    const folder = yield* temporaryFolder
    const [port, consolePort] = [yield* freePort("127.0.0.1"), yield* freePort("127.0.0.1")]
    const [service, origin] = [`http://localhost:${port}`, `http://console.localhost:${consolePort}`]
    const at = (text: string) =>
      text
        .replaceAll("https://fleet.example.com", service)
        .replaceAll("wss://fleet.example.com", service.replace("http", "ws"))
    yield* builtDist
    const headers = yield* Effect.promise(async () => {
      const document = await readFile(join(root, "docs/operate.md"), "utf8")
      const [, ...lines] = at(blockOf(document, "sh console")).trim().split("\n")
      await promisify(execFile)("sh", ["-ec", lines.join("\n").replaceAll(" console", ` ${folder}/console`)], {
        cwd: root
      })
      const written = at(blockOf(document, "nginx")).matchAll(/add_header (\S+) "([^"]+)"/g)
      return [...written].map(([, name, value]) => [name!, value!] as const)
    })
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((request, response) => {
          const { pathname } = new URL(request.url!, origin)
          const file = join(folder, "console", pathname.startsWith("/assets/") ? pathname : "index.html")
          if (!existsSync(file)) return response.writeHead(404).end()
          for (const [name, value] of headers) response.setHeader(name, value)
          readFile(file).then((bytes) => response.writeHead(200, { "content-type": types[extname(file)] }).end(bytes))
        })
        await new Promise<void>((ready) => server.listen(consolePort, "127.0.0.1", ready))
        return server
      }),
      (server) => Effect.sync(() => server.close().closeAllConnections())
    )
    elsewhere = { folder, origin, service }
    return testAppWithMail({
      port,
      baseUrl: service,
      portalUrl: service,
      consoleOrigin: origin,
      consoleRedirects: [`${origin}/signed-in`],
      consoleFiles: Option.some("none")
    })
  })
).pipe(Layer.orDie)

describe.skipIf(noBrowser !== null)(`a console that lies elsewhere${note}`, () => {
  layer(Elsewhere, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "a console that lies elsewhere signs in and shows robots, with the headers that the documents give it",
      () =>
        Effect.gen(function* () {
          const { developer, owner } = yield* makeOrg
          const { robot } = yield* makeRobot(owner.caller)
          const { errors, page } = yield* openPage("http://", { locale: "en-GB" })
          const found = yield* reports(page)
          yield* Effect.promise(() => page.goto(`${elsewhere.service}/robots`))
          yield* signIn(page, developer.email)
          yield* Effect.promise(async () => {
            await robotLink(page, robot.name).waitFor()
            await page.getByText(/^Live/).first().waitFor()
            assert.strictEqual(page.url(), `${elsewhere.origin}/robots`)
          })
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual(errors, [])
        })
    )
  })
})
