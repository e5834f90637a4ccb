/// <reference lib="dom" />
import type { Page } from "playwright-core"

interface Walked {
  /** What was wrong on the way. */
  readonly wrong: ReadonlyArray<string>
  /** How many elements had the focus. */
  readonly count: number
}

/** What one step of the walk shows: the element that has the focus, and what is wrong about it. */
const look = (page: Page, before: string) =>
  page.evaluate((before) => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement != null) element = element.shadowRoot.activeElement
    if (element === null || element === document.body || element === document.documentElement) return { isOut: true }
    const walked = ((globalThis as unknown as { walked?: Set<Element> }).walked ??= new Set())
    const isAgain = walked.has(element)
    walked.add(element)
    const wrong: Array<string> = []
    const text = element.getAttribute("aria-label") ?? element.textContent ?? ""
    const name = `${element.localName}.${element.getAttribute("class") ?? ""} "${text.trim().slice(0, 40)}"`
    const state = `${location.href} ${document.querySelectorAll("dialog[open], .menu[data-open]").length}`
    if (state !== before) wrong.push(`the focus alone changed the page: ${name}`)

    /** What is seen of a hidden input is its label. */
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element.parentElement) : null
    const isHidden = getComputedStyle(element).clipPath !== "none" || getComputedStyle(element).opacity === "0"
    const box = (isHidden && label !== null ? label : element).getBoundingClientRect()
    const inline = [...element.getClientRects()].filter(({ height, width }) => width > 0 && height > 0)
    /** What a frame around it leaves of its width: names are cut at the end, code scrolls. */
    const clipped = (whole: DOMRect): DOMRect => {
      let { left, right } = whole
      const root = element.getRootNode()
      const outer = root instanceof ShadowRoot ? root.host : null
      for (const from of [element.parentElement, outer])
        for (let at = from; at !== null && at !== document.body; at = at.parentElement) {
          if (getComputedStyle(at).overflowX === "visible") continue
          const frame = at.getBoundingClientRect()
          left = Math.max(left, frame.left)
          right = Math.min(right, frame.right)
        }
      return new DOMRect(left, whole.top, right - left, whole.height)
    }
    const rect = clipped(inline.length > 1 ? inline[0]! : box)
    const hitAt = (x: number, y: number) => {
      let hit = document.elementFromPoint(x, y)
      while (hit?.shadowRoot != null) {
        const inner = hit.shadowRoot.elementFromPoint(x, y)
        if (inner === null || inner === hit) break
        hit = inner
      }
      return hit
    }
    const isOwn = (hit: Element | null) =>
      hit !== null && (hit === element || element.contains(hit) || label?.contains(hit) === true)
    /** An edge that is round shows what the element stands in. */
    const isAround = (hit: Element | null) =>
      hit !== null && (hit.contains(element) || hit.shadowRoot?.contains(element) === true)
    const nameOf = (hit: Element | null) =>
      hit === null ? "the edge" : `${hit.localName}.${hit.getAttribute("class") ?? ""}`
    const inset = (size: number) => Math.min(3, size / 4)
    // What is larger than the room between head and foot is seen in part.
    const isLarge = rect.height > innerHeight * 0.5
    const xs = [rect.left + inset(rect.width), rect.right - inset(rect.width)]
    const ys = [rect.top + inset(rect.height), rect.bottom - inset(rect.height)]
    const middle = hitAt((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
    if (isLarge) {
      const tries = Array.from({ length: 20 }, (_, at) => hitAt(rect.left + rect.width / 2, (innerHeight * at) / 20))
      if (!tries.some(isOwn)) wrong.push(`nothing is seen of ${name}`)
    } else {
      if (!isOwn(middle))
        wrong.push(
          `covered by ${nameOf(middle)}: ${name} at ${[rect.left, rect.top, rect.width, rect.height].map(Math.round).join(" ")}`
        )
      else
        for (const x of xs)
          for (const y of ys) {
            const hit = hitAt(x, y)
            if (!isOwn(hit) && !isAround(hit))
              wrong.push(
                `a corner is covered by ${nameOf(hit)}: ${name} at ${[rect.left, rect.top, rect.width, rect.height].map(Math.round).join(" ")}`
              )
          }
    }
    return { isOut: false, isAgain, wrong: [...new Set(wrong)] }
  }, before)

/** What Tab does not reach of the controls that are shown. */
const unreached = (page: Page) =>
  page.evaluate(() => {
    const { walked } = globalThis as unknown as { walked: Set<Element> }
    const names = new Set([...walked].map((element) => (element instanceof HTMLInputElement ? element.name : "")))
    const missed: Array<string> = []
    for (const element of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex='0']"
    )) {
      const isShown =
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest("[inert], [aria-hidden=true], [hidden]") === null &&
        element.tabIndex >= 0 &&
        !element.matches(":disabled")
      if (!isShown || walked.has(element)) continue
      // One of a group has the focus, arrows reach the rest.
      if (element instanceof HTMLInputElement && element.type === "radio" && names.has(element.name)) continue
      missed.push(
        `Tab does not reach ${element.localName}.${element.className} "${(element.textContent ?? "").trim().slice(0, 40)}"`
      )
    }
    return missed
  })

/**
 * Goes once round the page by Tab, or by Shift+Tab, and tells of each element that has the focus whether something covers
 * it, and whether the focus alone changed the page; at the end, which control it did not come by.
 */
export const tabWalk = async (page: Page, direction: "forwards" | "backwards"): Promise<Walked> => {
  const before = await page.evaluate(() => {
    ;(globalThis as unknown as { walked: Set<Element> }).walked = new Set()
    ;(document.activeElement as HTMLElement | null)?.blur()
    window.scrollTo(0, 0)
    getSelection()?.removeAllRanges()
    return `${location.href} ${document.querySelectorAll("dialog[open], .menu[data-open]").length}`
  })
  const wrong: Array<string> = []
  let count = 0
  for (let outs = 0; count < 600;) {
    await page.keyboard.press(direction === "forwards" ? "Tab" : "Shift+Tab")
    const seen = await look(page, before)
    if (seen.isOut) {
      if (++outs === 2) break
      continue
    }
    if (seen.isAgain === true) break
    count++
    wrong.push(...(seen.wrong ?? []))
  }
  wrong.push(...(await unreached(page)))
  return { wrong, count }
}
