/// <reference lib="dom" />
import type { Page } from "playwright-core"

/** What is lost on the page when the system chooses the colours: edges of what has the focus, of Stop, and shapes of states. */
export const keptInForcedColours = async (page: Page): Promise<ReadonlyArray<string>> => {
  // From here on the focus is one of the keyboard.
  await page.keyboard.press("Tab")
  return page.evaluate(() => {
    const found = new Set<string>()
    const nameOf = (element: Element) => `${element.localName}.${element.getAttribute("class") ?? ""}`
    const hasEdge = (element: Element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
      return borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0
    }
    for (const element of document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex='0']"
    )) {
      if (!element.checkVisibility() || element.closest("[inert], [hidden]") !== null) continue
      element.focus()
      if (document.activeElement !== element) continue
      // A field may leave the ring to the box that it stands in.
      const rings = [element, element.parentElement!].map((each) => getComputedStyle(each))
      if (
        rings.every(({ outlineStyle, outlineWidth }) => outlineStyle === "none" || Number.parseFloat(outlineWidth) < 1)
      )
        found.add(`no focus: ${nameOf(element)}`)
    }
    for (const element of document.querySelectorAll(".button, .input, .card, .note, .problem, .menu, .tag"))
      if (element.checkVisibility() && !element.matches(".button-quiet") && !hasEdge(element))
        found.add(`no edge: ${nameOf(element)}`)
    for (const element of document.querySelectorAll(".state svg, .shell-place svg")) {
      const { height, width } = element.getBoundingClientRect()
      const { color, fill, stroke } = getComputedStyle(element)
      if (element.checkVisibility() && (width < 8 || height < 8 || `${color}${fill}${stroke}`.includes("transparent")))
        found.add(`no shape: ${nameOf(element.parentElement!)}`)
    }
    // What is chosen differs by more than a background.
    for (const element of document.querySelectorAll(
      "nav a[aria-current=page], [aria-pressed=true], [role=switch][aria-checked=true]"
    ))
      if (element.checkVisibility()) {
        const own = getComputedStyle(element)
        if (own.appearance === "auto" && element.matches("input")) continue
        const marks = [own, getComputedStyle(element, "::after"), getComputedStyle(element, "::before")]
        const isMarked = marks.some(
          ({ borderBottomStyle, borderBottomWidth, outlineStyle }) =>
            outlineStyle !== "none" || (borderBottomStyle !== "none" && Number.parseFloat(borderBottomWidth) >= 2)
        )
        if (!isMarked && Number(own.fontWeight) < 550) found.add(`not marked as chosen: ${nameOf(element)}`)
      }
    return [...found]
  })
}
