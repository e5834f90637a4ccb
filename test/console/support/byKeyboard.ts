/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core"

export const waits = { timeout: 60_000 }

/** Whether this element has the focus, also in a shadow root. */
const hasFocus = (target: Locator) =>
  target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot
    return root.activeElement === element
  })

/** Goes on by Tab until this element has the focus, as somebody without a pointer does; by Shift+Tab if asked. */
export const tabTo = async (page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") => {
  await target.waitFor(waits)
  for (let steps = 0; steps < 250; steps++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not come to ${target.toString()}`)
}

/** Goes to an element by Tab and presses it by a key. */
export const pressAt = async (page: Page, target: Locator, key = "Enter") => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to a field by Tab and types into it, in place of what is there. */
export const typeAt = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.press("Control+a")
  await page.keyboard.type(text)
}

/** Opens a menu by key and chooses from it by arrows. */
export const chooseAt = async (page: Page, opener: Locator, item: string | RegExp) => {
  await pressAt(page, opener)
  const wanted = page.locator(".menu [role^=menuitem]:visible").filter({ hasText: item })
  await wanted.waitFor(waits)
  for (let steps = 0; steps < 30 && !(await hasFocus(wanted)); steps++) await page.keyboard.press("ArrowDown")
  if (!(await hasFocus(wanted))) throw new Error(`Arrows do not come to ${String(item)}`)
  await page.keyboard.press("Enter")
}

/** Finds a command in the palette by a few letters and runs it. */
export const fromPalette = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Search and commands" })
  await dialog.getByRole("combobox").waitFor(waits)
  await page.keyboard.type(typed)
  await dialog.getByRole("option").first().waitFor(waits)
  await page.keyboard.press("Enter")
  await dialog.waitFor({ ...waits, state: "hidden" })
}

/** A mouse, a pen or a finger that touches the page from now on is a fault of the test. */
export const withoutPointer = (page: Page) =>
  page.evaluate(() => {
    addEventListener("pointerdown", () => console.error("A pointer was used"), true)
  })
