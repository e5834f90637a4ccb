/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { noBrowser, violations } from "../pages/browser.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { aFullFleet } from "./support/everybody.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }
const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)

describe.skipIf(noBrowser !== null)(`"Show me the API"${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("shows what runs as it stands, in each language", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aFullFleet
        const { page } = yield* openAs(owner, `/robots/${robot.id}`)
        const { origin } = new URL(page.url())
        // What waits for ever ends with the test.
        const timeout = 60_000
        const env = { ...process.env, TOKEN: owner.token, FLEET_URL: origin, FLEET_KEY: owner.token }
        const drawer = page.getByRole("dialog", { name: "Show me the API" })
        const said = (language: string) =>
          Effect.promise(async () => {
            await drawer.getByRole("button", { name: language, exact: true }).click()
            await drawer.getByRole("button", { name: language, pressed: true }).waitFor(waits)
            const [before = "", ...texts] = await drawer.locator("pre").allInnerTexts()
            assert.isFalse([before, ...texts].some((text) => text.includes(owner.token)))
            return { before, texts }
          })
        yield* Effect.promise(async () => {
          await page.getByRole("region", { name: "battery", exact: true }).getByText("21.5").first().waitFor(waits)
          await page.keyboard.press(".")
          await drawer.locator("pre", { hasText: 'datapoint("battery")' }).waitFor(waits)
        })
        assert.deepStrictEqual(yield* violations(page), [])

        const typescript = yield* said("TypeScript")
        assert.isAbove(typescript.texts.length, 8)
        // What is followed goes on for ever, and begins with the first value: one that is there is enough.
        const lines = typescript.texts.flatMap((text) => {
          const followed = /^(for await .*\)) (console\.log\(.*\))$/.exec(text)
          if (followed === null) return [text]
          return /"battery"|presence/.test(text) ? [`${followed[1]} { ${followed[2]}; break }`] : []
        })
        assert.lengthOf(
          lines.filter((line) => line.startsWith("for await")),
          2
        )
        const script = [typescript.before, ...lines, "fleet.close()"].join("\n")
        const ran = yield* Effect.promise(() =>
          run(process.execPath, ["--input-type=module", "-e", script], { cwd: root, env, timeout })
        )
        assert.include(ran.stdout, "21.5")

        const curl = yield* said("curl")
        assert.isTrue(curl.texts.some((text) => text.includes(`/api/org/health?robot_id=${robot.id}`)))
        const states = curl.texts.flatMap((text) => /\/jobs\?(state=\w+)/.exec(text)?.[1] ?? [])
        assert.sameMembers(states, [...new Set(states)])
        for (const text of curl.texts) {
          const { stdout } = yield* Effect.promise(() => run("bash", ["-c", `${text} -fsS`], { env, timeout }))
          assert.doesNotThrow(() => JSON.parse(stdout), undefined, text)
        }

        const commands = yield* said("fleet")
        assert.include(commands.texts, `npx fleet tail ${robot.id} battery`)
        for (const text of commands.texts) {
          if (text.includes(" tail ") && !text.endsWith(" battery")) continue
          const args = text.replace("npx fleet ", "").split(" ")
          const more = args[0] === "tail" ? ["--count", "1"] : []
          yield* Effect.promise(() =>
            run(process.execPath, [join(root, "packages/client-sdk/bin/fleet.mjs"), ...args, ...more], { env, timeout })
          )
        }

        const agent = yield* said("Agent")
        assert.strictEqual(agent.before, `${origin}/mcp`)
        const called = agent.texts.map((text) => JSON.parse(text).params as { name: string; arguments: object })
        assert.deepInclude(called, {
          name: "read_datapoint",
          arguments: { robot_id: robot.id, slug: "battery" }
        })
      })
    )
  })
})
