import type { Page } from "playwright-core"

/** Fills in a code: the page sends it with its last digit, or by its button where it has no script. */
export const sendCode = async (page: Page, code: string): Promise<void> => {
  await page.waitForLoadState("load")
  const input = page.locator("#code")
  const isScripted = (await page.locator(".cells").count()) > 0
  const next = page.waitForEvent("framenavigated")
  await input.fill(code)
  if (!isScripted) await page.locator("form", { has: input }).getByRole("button").click()
  await next
}
