/// <reference lib="dom" />
import type { Page } from "playwright-core"

/**
 * What does not fit on the page as it is shown: what makes it scroll sideways, text that is cut off, and text that lies on
 * other text. Each as `what: element "text"`.
 */
export const misfits = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    interface Box {
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
    }
    const found = new Set<string>()
    const width = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.localName}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").trim().slice(0, 40)}"`
    const sideways = document.documentElement.scrollWidth - width
    if (sideways > 0) found.add(`scrolls sideways by ${sideways}`)

    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    /** What is for assistive technology alone. */
    const isCovered = (element: Element | null): boolean =>
      element !== null && (styleOf(element).clipPath === "inset(50%)" || isCovered(element.parentElement))
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest("svg") === null &&
      !isCovered(element)
    /** What of a box is inside of every frame around it that cuts or scrolls. `true`: something scrolls sideways. */
    const inside = (box: Box, element: Element): readonly [Box, boolean] => {
      let { bottom, left, right, top } = box
      let scrolls = false
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = styleOf(at)
        if (overflowX === "visible" && overflowY === "visible") continue
        scrolls ||= overflowX === "auto" || overflowX === "scroll"
        const frame = at.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return [{ bottom, left, right, top }, scrolls]
    }
    /** The frame that cuts a box off where no scrolling reaches it. Dots at the end are for what others wrote. */
    const cutBy = (box: Box, element: Element): Element | null => {
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow } = styleOf(at)
        if ([overflowX, overflowY].some((each) => each === "auto" || each === "scroll")) return null
        if (overflowX === "visible" && overflowY === "visible") continue
        const frame = at.getBoundingClientRect()
        const across = box.right > frame.right + 1 || box.left < frame.left - 1
        const down = box.bottom > frame.bottom + 4 || box.top < frame.top - 4
        if (!across && !down) continue
        const isForeign = element.closest("bdi, code") !== null || at.querySelector("bdi, code") !== null
        return isForeign && !down && textOverflow === "ellipsis" ? null : at
      }
      return null
    }
    const layerOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (["fixed", "sticky"].includes(styleOf(at).position) || at.matches("dialog, [popover]")) return at
      return null
    }

    const texts: Array<{ readonly box: Box; readonly element: Element; readonly layer: Element | null }> = []
    const walker = document.createTreeWalker(
      document.querySelector("dialog[open]") ?? document.body,
      NodeFilter.SHOW_TEXT
    )
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node.parentElement!
      if ((node.textContent ?? "").trim() === "" || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue
        const cut = cutBy(rect, element)
        if (cut !== null) found.add(`cut by ${nameOf(cut).split(" ")[0]}: ${nameOf(element)}`)
        const [box, scrolls] = inside(rect, element)
        if (box.right - box.left < 1 || box.bottom - box.top < 1) continue
        if (!scrolls && (box.right > width + 1 || box.left < -1)) found.add(`outside: ${nameOf(element)}`)
        // The height of letters, not of lines, which may lie close.
        const shrink = Math.min(3, (box.bottom - box.top) / 4)
        texts.push({
          box: { ...box, top: box.top + shrink, bottom: box.bottom - shrink },
          element,
          layer: layerOf(element)
        })
      }
    }
    texts.sort((one, other) => one.box.top - other.box.top)
    for (const [at, one] of texts.entries())
      for (let next = at + 1; next < texts.length && texts[next]!.box.top < one.box.bottom; next++) {
        const other = texts[next]!
        if (other.element === one.element || other.layer !== one.layer) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 2 && down > 2) found.add(`on each other: ${nameOf(one.element)} and ${nameOf(other.element)}`)
      }
    return [...found]
  })

/**
 * Text that no catalogue has, on a page in the pseudo-language, where `[…~~]` surrounds each message. `names` are those that
 * others gave: attributes cannot set them apart.
 */
export const untranslated = (page: Page, names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  page.evaluate((names) => {
    const found = new Set<string>()
    /** What is left of a text without messages; those in messages too. */
    const rest = (text: string) => {
      for (let before = ""; before !== text;) {
        before = text
        text = text.replaceAll(/\[[^[\]]*~\]/g, "")
      }
      return text
    }
    const sorted = names.toSorted((one, other) => other.length - one.length)
    const dates = /\p{L}{3}, \d+ \p{L}{3,4} \d{4}, [\d:]+ UTC/gu
    const isSaid = (text: string) => {
      const own = sorted.reduce((left, name) => left.replaceAll(name, ""), rest(text).replaceAll(dates, ""))
      return !/\p{L}{3}/u.test(own)
    }
    /** What the console does not say: names, code, keys, times and numbers as the browser writes them. */
    const others = "bdi, code, pre, kbd, time, noscript, script, style, [translate=no], [lang]:not(html)"
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      const text = (walker.currentNode.textContent ?? "").trim()
      // A message may be split around what stands in it.
      if (element.closest(others) === null && !isSaid(text) && !isSaid(element.textContent ?? ""))
        found.add(`${element.localName}.${element.className}: ${text}`)
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      if (element.closest("[lang]:not(html)") !== null) continue
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const text = element.getAttribute(name) ?? ""
        if (!isSaid(text)) found.add(`${element.localName}[${name}]: ${text}`)
      }
    }
    return [...found]
  }, names)

/** What moves although the person asked for less motion: elements and how. */
export const movements = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const longest = (durations: string) =>
      Math.max(...durations.split(",").map((each) => Number.parseFloat(each) * (each.trim().endsWith("ms") ? 1 : 1000)))
    for (const element of document.querySelectorAll("body, body *"))
      for (const part of [undefined, "::before", "::after"]) {
        const { animationDuration, animationName, scrollBehavior, transitionDuration } = getComputedStyle(element, part)
        const name = `${element.localName}.${element.getAttribute("class") ?? ""}${part ?? ""}`
        if (animationName !== "none" && longest(animationDuration) > 20) found.add(`${name} ${animationName}`)
        if (longest(transitionDuration) > 20) found.add(`${name} has a transition`)
        if (scrollBehavior === "smooth") found.add(`${name} scrolls smoothly`)
      }
    return [...found]
  })

const waits = { polling: 50, timeout: 60_000 }

export const settled = async (page: Page) => {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(":is(.skeleton, [aria-busy=true]):not(.design *)") === null,
    null,
    waits
  )
}

/** Waits until nothing has been added to the page, or asked for, for a moment: a part may come after its page. */
const atRest = async (page: Page) => {
  await page.evaluate(() => Reflect.deleteProperty(globalThis, "rest"))
  await page.waitForFunction(
    () => {
      const now = performance.now()
      const key = `${document.querySelectorAll("*").length} ${performance.getEntriesByType("resource").length}`
      const kept = (globalThis as unknown as { rest?: { key: string; at: number; began: number } }).rest
      const rest = kept?.key === key ? kept : { key, at: now, began: kept?.began ?? now }
      Object.assign(globalThis, { rest })
      // What never rests is looked at as it is.
      return now - rest.at > 300 || now - rest.began > 5000
    },
    null,
    waits
  )
}

/** Goes to another page of the console as a link does, and waits until it is there: its heading then has the focus. */
export const goTo = async (page: Page, path: string) => {
  await page.evaluate((path) => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    history.pushState({}, "", path)
  }, path)
  await page.waitForFunction(() => document.activeElement?.localName === "h1", null, waits)
  await settled(page)
  await atRest(page)
}
