// Pictures of the console for README and docs, from a demo that runs: npm start, then npm run pictures.
/// <reference lib="dom" />
import { existsSync } from "node:fs"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { chromium, type Page } from "playwright-core"

const root = join(import.meta.dirname, "..")
const folder = join(root, "docs/pictures")
const size = { width: 1280, height: 800 }

const facts = async (): Promise<{
  readonly base_url: string
  readonly robots: ReadonlyArray<{ readonly id: string }>
}> => {
  const file = join(process.env.FLEET_DATA ?? join(root, ".fleet"), "demo.json")
  if (!existsSync(file)) throw new Error(`${file} is missing: start the demo with npm start first.`)
  return JSON.parse(await readFile(file, "utf8"))
}

/** The newest six digits in the demo's outbox. */
const mailedCode = async (baseUrl: string): Promise<string> => {
  const mails = await (await fetch(`${baseUrl}/dev/outbox`)).text()
  const code = /\b(\d{6})\b/.exec(mails.replaceAll(/<[^>]*>/g, " "))?.[1]
  if (code === undefined) throw new Error("No code came to the outbox.")
  return code
}

const signIn = async (page: Page, baseUrl: string, portal: string): Promise<void> => {
  await page.goto(`${portal}/`)
  await page.waitForURL(/\/console\/oauth\//)
  await page.getByRole("textbox").first().fill("owner@demo.example")
  await page.keyboard.press("Enter")
  await page.waitForURL(/code/)
  await page
    .getByRole("textbox")
    .first()
    .pressSequentially(await mailedCode(baseUrl))
  await page.waitForURL(`${portal}/`)
}

/** Nothing is being read any more, the link is there, and a picture of each camera that is shown has come. */
const settled = async (page: Page): Promise<void> => {
  await page.locator("h1").first().waitFor({ state: "attached" })
  await page.getByText(/^Live/).first().waitFor()
  await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy=true]") === null)
  const cameras = page.locator("main video, main canvas")
  for (const camera of await cameras.all()) await camera.waitFor()
  // A chart of live values needs some of them.
  await page.waitForTimeout(3000)
}

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium"
const { base_url: baseUrl, robots } = await facts()
const portal = baseUrl.replace("127.0.0.1", "localhost")
const rover = robots[0]!.id
const pages = { live: `/robots/${rover}`, overview: "/", robots: "/robots", config: `/robots/${rover}/config` }

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
try {
  const page = await browser.newPage({ viewport: size, locale: "en-GB" })
  await signIn(page, baseUrl, portal)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(portal + path)
      await settled(page)
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
      console.log(`docs/pictures/${name}-${colorScheme}.png`)
    }
  }
} finally {
  await browser.close()
}
