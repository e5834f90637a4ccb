/// <reference lib="dom" />
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { openPage } from "../../pages/browser.ts"

/** A developer's tokens, as the console keeps them. */
interface SignedIn {
  readonly token: string
}

/** Opens a page of the console with somebody signed in. It counts what React commits. `device` runs before all scripts. */
export const openConsole = Effect.fnUntraced(function* (
  origin: string,
  { token }: SignedIn,
  path: string,
  { device, ...options }: Parameters<typeof openPage>[1] & { readonly device?: string } = {}
) {
  const opened = yield* openPage(origin, { viewport: { width: 1280, height: 1400 }, locale: "en-GB", ...options })
  const { page } = opened
  yield* Effect.promise(async () => {
    if (device !== undefined) await page.addInitScript(device)
    await page.addInitScript(
      ({ key, session }) => {
        localStorage.setItem(key, JSON.stringify({ ...session, expiresAt: Date.now() + 800_000 }))
        const counted = globalThis as unknown as { commits: number }
        counted.commits = 0
        const hook = {
          supportsFiber: true,
          inject: () => 1,
          checkDCE: () => undefined,
          onCommitFiberRoot: () => counted.commits++,
          onCommitFiberUnmount: () => undefined
        }
        // What React's own developer tools would put there.
        Object.defineProperty(globalThis, "__REACT_DEVTOOLS_GLOBAL_HOOK__", { value: hook })
      },
      {
        key: `fleet:${origin}:developer`,
        session: {
          accessToken: token,
          refreshToken: "none",
          user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
        }
      }
    )
    await page.goto(`${origin}${path}`)
  })
  return opened
})

/** A card of the live page, by its slug. */
export const cardOf = (page: Page, slug: string) => page.getByRole("region", { name: slug, exact: true })

/** What a card shows as its value. */
export const valueOf = (page: Page, slug: string) => cardOf(page, slug).locator(".value-text").first()

/** What happened to a card and to React in a while: changed texts, anything else in the document, and commits. */
export const watchCard = (page: Page, slug: string, ms: number) =>
  page.evaluate(
    async ({ ms, slug }) => {
      const card = document.querySelector(`[data-slug="${slug}"]`)!
      const seen = { texts: 0, others: [] as Array<string>, commits: 0 }
      const before = (globalThis as unknown as { commits: number }).commits
      const observer = new MutationObserver((records) => {
        for (const record of records)
          if (record.type === "characterData") seen.texts++
          else seen.others.push(`${record.type} ${(record.target as Element).className} ${record.attributeName ?? ""}`)
      })
      observer.observe(card, { subtree: true, childList: true, characterData: true, attributes: true })
      await new Promise((done) => setTimeout(done, ms))
      observer.disconnect()
      seen.commits = (globalThis as unknown as { commits: number }).commits - before
      return seen
    },
    { ms, slug }
  )
