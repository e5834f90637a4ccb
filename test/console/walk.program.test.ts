/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { prints, startServer } from "../e2e/support/server.ts"
import { noBrowser, openPage } from "../pages/browser.ts"
import { authenticatorOf } from "../pages/authenticator.ts"
import { sendCode } from "../pages/sendCode.ts"
import { startCommand } from "../support/Child.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { startLink } from "./support/linkProxy.ts"
import { retype } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }
const bridgeProgram = join(import.meta.dirname, "../../packages/bridge/bin/fleet-bridge.mjs")
const email = "ada@example.com"

/** Where to keep a picture of each station, to be looked at. */
const pictures = process.env["CONSOLE_PICTURES"]
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

const looks = async (page: Page, name: string, widths = [390, 1440]) => {
  if (pictures === undefined) return
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(pictures, `walk-${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: null })
}

/** Asks until the answer is not null. */
const until = async <Found>(what: string, look: () => Promise<Found | null>, ms = 60_000): Promise<Found> => {
  for (const end = Date.now() + ms; Date.now() < end;) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`Waited in vain for ${what}`)
}

/** The code of the newest mail in the outbox that is not this one. */
const codeOf = (outbox: string, former?: string) =>
  until("a code in the outbox", async () => {
    const answer = await fetch(`${outbox}.json`)
    const { mails } = (await answer.json()) as { readonly mails: ReadonlyArray<{ to: string; text: string }> }
    const codes = mails.filter(({ to }) => to === email).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
    return codes.find((code) => code !== undefined && code !== former) ?? null
  })

/** What the shell would make of the lines that the page shows. */
const readCommand = (text: string) => ({
  env: Object.fromEntries([...text.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name!, value!])),
  args: /^npx fleet-bridge (.+)$/m.exec(text)![1]!.split(" ")
})

const palette = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Search and commands" })
  await dialog.getByRole("combobox").fill(typed, waits)
  await dialog.getByRole("option").first().waitFor(waits)
  await page.keyboard.press("Enter")
  await dialog.waitFor({ ...waits, state: "hidden" })
}

/** The rover's way along x, as the card of its pose shows it. */
const shownX = async (page: Page): Promise<number> => {
  const text = await page.getByRole("region", { name: "pose", exact: true }).innerText()
  return Number(/\bx\s+([−-]?[\d.]+)/.exec(text)![1]!.replace("−", "-"))
}

const stands = (page: Page) =>
  until("the rover to stand", async () => {
    const before = await shownX(page)
    await page.waitForTimeout(900)
    return (await shownX(page)) === before ? true : null
  })

const padOf = (page: Page) => page.getByRole("group", { name: /drive/i })

/** Holds W until the rover has moved: by its picture, or without where pictures are late, which is up to the machine. */
const drive = async (page: Page) => {
  const from = await shownX(page)
  const without = page.getByRole("switch", { name: /Drive without picture/ })
  const seen: Array<string> = []
  for (let tries = 0; tries < 60; tries++) {
    const phase = await padOf(page).getAttribute("data-phase")
    seen.push(`${phase} ${await page.locator(".drive-sentence").first().innerText()}`)
    if (phase !== "held" && phase !== "stopping") {
      await page.keyboard.up("w")
      if (tries === 8) await without.click()
      await padOf(page).getByRole("button").first().focus()
      if (tries >= 8) await page.keyboard.down("Shift")
      await page.keyboard.down("w")
    }
    await page.waitForTimeout(500)
    if (Math.abs((await shownX(page)) - from) > 0.05) return
  }
  throw new Error(`The rover does not move: ${seen.join("; ")}`)
}

const signUp = async (page: Page, origin: string, outbox: string) => {
  await page.goto(origin)
  await page.waitForURL(/\/console\/oauth\//, waits)
  await looks(page, "01-sign-in")
  await page.getByRole("link", { name: "Create an organisation" }).click()
  await page.getByLabel("E-mail address").fill(email)
  await page.getByRole("button", { name: "Continue with a code" }).click()
  await page.locator("#code").waitFor(waits)
  const code = await codeOf(outbox)
  await sendCode(page, code)
  await looks(page, "02-organisation")
  await page.locator("#org_name").fill("Analytical Engines")
  await page.locator("button.first").click()
  await page.getByRole("heading", { level: 1 }).waitFor({ ...waits, state: "attached" })
  assert.strictEqual(page.url(), `${origin}/`)
  await page.getByText("Analytical Engines").first().waitFor(waits)
  return code
}

const signOut = async (page: Page, refused: Array<string>) => {
  const before = refused.length
  await palette(page, "Sign out")
  await page.waitForURL(/\/console\/oauth\//, waits)
  // What the page had asked for and was not answered yet is refused once the session is over.
  refused.push(...refused.splice(before).filter((line) => !line.startsWith("401 GET ")))
}

/** The founder asks for a second factor of everybody, makes a passkey at the next sign-in, and comes in by it alone. */
const takePasskey = async (
  page: Page,
  refused: Array<string>,
  { former, origin, outbox }: { readonly origin: string; readonly outbox: string; readonly former: string }
) => {
  const status = await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(":developer"))!
    const { accessToken } = JSON.parse(localStorage.getItem(key)!) as { readonly accessToken: string }
    const answer = await fetch("/api/org", {
      method: "PATCH",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ require_two_factor: true })
    })
    return answer.status
  })
  assert.strictEqual(status, 200)
  await signOut(page, refused)
  await page.getByLabel("E-mail address").fill(email)
  await page.getByRole("button", { name: "Continue with a code" }).click()
  await page.locator("#code").waitFor(waits)
  await sendCode(page, await codeOf(outbox, former))
  await page.fill("#name", "Laptop")
  await page.click('[data-passkey="create"] button')
  await page.locator(".codes").waitFor(waits)
  await looks(page, "03-passkey")
  await page.click("button.first")
  await page.getByRole("link", { name: "Robots" }).first().waitFor(waits)
  await signOut(page, refused)
  await page.click('[data-passkey="get"] button')
  await page.getByRole("link", { name: "Robots" }).first().waitFor(waits)
  assert.strictEqual(page.url(), `${origin}/`)
  await looks(page, "04-overview")
}

describe.skipIf(noBrowser !== null)(`the whole walk${note}`, () => {
  it.live(
    "leads from the printed address to a robot that is driven, mended, cut off and found again",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const child = yield* startServer(folder)
        const [, origin = ""] = yield* prints(child, /^Robot Fleet Cloud is at (\S+)/m)
        const [, outbox = ""] = yield* prints(child, /^ {2}Outbox +(\S+)/m)
        yield* prints(child, /Stop with Ctrl-C/)
        const link = yield* startLink
        const { errors, page } = yield* openPage(origin, {
          locale: "en-GB",
          viewport: { width: 1440, height: 900 },
          proxy: { server: link.server }
        })
        const refused: Array<string> = []
        page.on("response", (response) => {
          if (response.status() >= 400)
            refused.push(`${response.status()} ${response.request().method()} ${response.url()}`)
        })
        page.setDefaultTimeout(60_000)
        yield* authenticatorOf(page)
        const former = yield* Effect.promise(() => signUp(page, origin, outbox))
        yield* Effect.promise(() => takePasskey(page, refused, { former, origin, outbox }))

        // Connect: the lines that the page shows, run as they are.
        const command = yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Connect a robot" }).first().click()
          await page.getByLabel("Name").fill("hall-3-rover")
          await page.getByRole("button", { name: "Create robot" }).click()
          await page.getByText("Simulator", { exact: true }).click()
          return readCommand(await page.getByText("npx fleet-bridge --simulate rover").innerText())
        })
        assert.strictEqual(command.env.FLEET_URL, origin)
        const bridge = yield* startCommand(
          process.execPath,
          [bridgeProgram, ...command.args, "--state-dir", join(folder, "bridge")],
          { env: { PATH: process.env["PATH"], ...command.env } }
        )
        yield* Effect.addFinalizer(() => bridge.kill("SIGTERM"))
        yield* Effect.promise(async () => {
          const next = page.getByRole("link", { name: "Continue" })
          await next.waitFor()
          await looks(page, "05-connect")
          await next.click()
          await page.getByText("cmd_vel").first().waitFor()
          await looks(page, "06-expose")
          await page.getByRole("button", { name: "Publish" }).click()
          await page.waitForURL(/\/robots\/[0-9a-f-]+$/)
        })

        // Live values, and driving by the camera's picture.
        yield* Effect.promise(async () => {
          const age = page.getByRole("region", { name: "joint_states", exact: true }).getByText(/Hz/)
          await age.first().waitFor()
          const shown = await age.first().innerText()
          await until("a value that moves", async () => ((await age.first().innerText()) === shown ? null : true))
          await page.locator(".camera-age", { hasText: /old$/ }).waitFor()
          await looks(page, "07-live")
          await drive(page)
          await looks(page, "08-drive", [1440])
          await page.keyboard.up("w")
          await page.keyboard.up("Shift")
          await stands(page)
        })

        // A mistake in the configuration, mended by a quick fix, and published.
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Configuration" }).click()
          await page.getByRole("textbox", { name: "Configuration" }).waitFor()
          await retype(page, "interval_seconds: 10", "interval_seconds: 20")
          await retype(page, "speed: ${speed}", "speed: ${pace}")
          const problems = page.getByRole("region", { name: "Problems" })
          const fix = problems.getByRole("button", { name: "Use ${speed}" })
          await fix.waitFor()
          await problems
            .getByText(/line \d+/)
            .first()
            .waitFor()
          const publish = page.getByRole("button", { name: /^Publish v2/ })
          assert.strictEqual(await publish.getAttribute("aria-disabled"), "true")
          await looks(page, "09-broken")
          await fix.click()
          await page.locator('button:not([aria-disabled="true"])', { hasText: /^Publish v2/ }).waitFor()
          await publish.click()
          await page.getByText(/The robot runs v2/).waitFor()
          await looks(page, "10-published")
        })

        // The network goes, once loudly and once without a word.
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Live", exact: true }).click()
          await page.getByRole("region", { name: "pose", exact: true }).waitFor()
          const lost = page.getByText(/The link to the service is lost since/)
          const old = page.getByText(/as of \d/).first()
          for (const fail of [link.cut, link.freeze]) {
            // A value that has come: one that never came is never old.
            await page.locator(".value-age", { hasText: /Hz/ }).first().waitFor()
            fail()
            await lost.waitFor()
            await page
              .getByText(/^Offline since/)
              .first()
              .waitFor()
            await page
              .getByText(/^Reconnecting( in \d+ s|…)$/)
              .first()
              .waitFor()
            await old.waitFor()
            await looks(page, fail === link.cut ? "11-cut" : "12-silent")
            link.mend()
            await lost.waitFor({ state: "hidden" })
            await page.getByText(/^Live/).first().waitFor()
          }
        })

        // Each thing again, by a few letters.
        yield* Effect.promise(async () => {
          await palette(page, "go to jobs")
          await page.waitForURL("**/jobs")
          await palette(page, "hall-3")
          await page.waitForURL(/\/robots\/[0-9a-f-]+$/)
          await page.getByRole("link", { name: "Configuration" }).click()
          await page.getByRole("textbox", { name: "Configuration" }).waitFor()
          await palette(page, "@cmd_vel")
          await palette(page, "versions")
          await page.getByRole("dialog", { name: "Versions" }).getByRole("link", { name: "Version 2" }).waitFor()
          await page.keyboard.press("Escape")
          await palette(page, "go to activity")
          await page.waitForURL("**/activity")
          await looks(page, "13-activity")
          await page.keyboard.press("Control+k")
          await page.getByRole("dialog").getByRole("combobox").fill("conn")
          await looks(page, "14-palette")
        })
        // A cut link is written to the console by the browser itself, and what was refused stands in a list of its own.
        const own = errors.filter((error) => !/net::ERR_|WebSocket connection|responded with a status/.test(error))
        assert.deepStrictEqual(own, [])
        // The picture is asked for while the robot's bridge is on its way back.
        assert.deepStrictEqual(
          refused.filter((line) => !/^409 POST .*\/cameras\/camera\/live$/.test(line)),
          []
        )
      }).pipe(Effect.scoped),
    600_000
  )
})
