/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { noBrowser } from "../pages/browser.ts"
import { eventually, publish } from "../robots/jobs/world.ts"
import { makeDeveloper, makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { AtAddress, waits } from "./support/badDays.ts"
import { retype, rover, textIn } from "./support/configPage.ts"
import { builtConsole, type FaultOf, serveConsole } from "./support/consoleOrigin.ts"
import { openConsole } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

/** The page of a configuration whose draft is saved and not published yet. */
const aDraft = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const other = yield* makeDeveloper(owner.caller.orgId, "developer")
  const { robot } = yield* makeRobot(owner.caller, "rover-07")
  yield* publish(owner.caller, robot.id, rover)
  const served = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
  const { page } = yield* openConsole(served.origin, owner, `/robots/${robot.id}/config`)
  const sent: Array<string> = []
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith("/config/publish")) sent.push(pathname + search)
  })
  yield* Effect.promise(async () => {
    await page.getByRole("textbox", { name: "Configuration" }).waitFor({ timeout: 60_000 })
    await retype(page, "hall 3", "hall 4")
    await page
      .locator(".config-bar")
      .getByText(/^Saved \d/)
      .waitFor(waits)
  })
  const path = `/api/robots/${robot.id}/config`
  const versions = Effect.map(call("GET", `${path}/versions`, { as: other.token }), ({ body }) =>
    (body.versions as ReadonlyArray<{ readonly version: number }>).map(({ version }) => version).toSorted()
  )
  const draft = Effect.map(call("GET", `${path}/draft`, { as: other.token }), ({ body }) => body.source as string)
  /** Presses Publish; what is sent meets the fault. */
  const press = (fault: ReturnType<FaultOf>) =>
    Effect.promise(async () => {
      served.fail((asked, method) => (method === "POST" && asked.includes("/config/publish") ? fault : undefined))
      const sending = page.waitForRequest(/\/config\/publish\?/)
      await page.getByRole("button", { name: /^Publish v2/ }).click()
      await sending
    })
  return { draft, other, owner, page, press, sent, served, versions }
})

/** Ends the session everywhere, and types on. */
const signOutAndType = Effect.fnUntraced(function* (page: Page, refreshToken: string) {
  yield* call("POST", "/api/auth/logout", { body: { refresh_token: refreshToken } })
  yield* Effect.promise(async () => {
    await page.getByRole("dialog", { name: "You were signed out." }).waitFor(waits)
    await page.keyboard.press("Escape")
    await retype(page, "hall 4", "hall 5")
  })
})

/** Signs in in another window of the browser. */
const signInElsewhere = (page: Page, person: { readonly token: string; readonly refreshToken: string }) =>
  Effect.promise(async () => {
    const { origin } = new URL(page.url())
    const window = await page.context().newPage()
    await window.goto(`${origin}/api/none`)
    await window.evaluate(
      ({ key, session }) => {
        const expiresAt = Date.now() + 800_000
        localStorage.setItem(key, JSON.stringify({ ...session, expiresAt }))
        // As the SDK tells the other windows of it.
        const channel = new BroadcastChannel(key)
        channel.postMessage(["signed_in", expiresAt])
        channel.close()
      },
      {
        key: `fleet:${origin}:developer`,
        session: {
          accessToken: person.token,
          refreshToken: person.refreshToken,
          user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
        }
      }
    )
    await window.close()
  })

describe.skipIf(noBrowser !== null)(`a publish that is on its way${note}`, () => {
  layer(AtAddress, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("did not happen where the session ended before it arrived, and the page says so", () =>
      Effect.gen(function* () {
        const { draft, other, owner, page, press, sent, served, versions } = yield* aDraft
        yield* press("held")
        yield* signOutAndType(page, owner.refreshToken)
        served.fail(() => undefined)
        yield* Effect.promise(() => page.getByText(/^Your session ended while publishing\./).waitFor(waits))
        yield* signInElsewhere(page, other)
        yield* Effect.promise(async () => {
          await page.getByText("It was not published. Your text is here.").waitFor(waits)
          assert.include(await textIn(page), "hall 5")
        })
        yield* eventually(draft, (text) => text.includes("hall 5"))
        assert.deepStrictEqual(yield* versions, [1])
        assert.lengthOf(sent, 1)
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: /^Publish v2/ }).click()
          await page.getByText("Version 2 is published.").waitFor(waits)
        })
        assert.deepStrictEqual(yield* versions, [1, 2])
      })
    )

    it.effect(
      "happened where the session ended before its answer came, and the page says so once somebody signed in",
      () =>
        Effect.gen(function* () {
          const { draft, other, owner, page, press, sent, served, versions } = yield* aDraft
          yield* press("unanswered")
          yield* eventually(versions, (all) => all.length === 2)
          yield* signOutAndType(page, owner.refreshToken)
          served.fail(() => undefined)
          yield* Effect.promise(() => page.getByText("The connection broke while publishing.").waitFor(waits))
          yield* signInElsewhere(page, other)
          yield* Effect.promise(async () => {
            await page.getByText("It was published as v2 all the same.").waitFor(waits)
            assert.include(await textIn(page), "hall 5")
          })
          yield* eventually(draft, (text) => text.includes("hall 5"))
          assert.deepStrictEqual(yield* versions, [1, 2])
          assert.lengthOf(sent, 1)
          // A browser may send it again by itself, after a connection that died before the answer.
          const again = yield* call("POST", sent[0]!, { as: other.token })
          assert.strictEqual(again.body.version, 2)
          assert.deepStrictEqual(yield* versions, [1, 2])
        })
    )

    it.effect("is told also where it arrives after the page had found that it did not", () =>
      Effect.gen(function* () {
        const { page, press, sent, served, versions } = yield* aDraft
        yield* press("late")
        yield* Effect.promise(() => page.getByText("It was not published. Your text is here.").waitFor(waits))
        assert.deepStrictEqual(yield* versions, [1])
        served.fail(() => undefined)
        yield* Effect.promise(async () => {
          await page.getByText("It was published as v2 all the same.").waitFor(waits)
          // The same text is no further version.
          await page.getByText("This text is v2 already", { exact: true }).waitFor({ ...waits, state: "attached" })
        })
        assert.deepStrictEqual(yield* versions, [1, 2])
        assert.lengthOf(sent, 1)
      })
    )
  })
})
