import type { Outcome } from "./callTool.ts"
import { element, isolated } from "./element.ts"
import type { Texts } from "./texts.ts"

type Refused = Extract<Outcome, { readonly type: "refused" }>

/** One place that says how a command went, to eyes and to screen readers. */
export class Notice {
  readonly root = element("div", { class: "notice", role: "status" })

  clear(): void {
    this.root.className = "notice"
    this.root.replaceChildren()
  }

  /** Something that went well, with the robot's own data. */
  say(text: string, data?: unknown): void {
    this.root.className = "notice said"
    this.root.replaceChildren(
      element("p", {}, text),
      ...(data === undefined ? [] : [element("pre", { tabindex: "0" }, JSON.stringify(data, null, 1))])
    )
  }

  refuse({ code, message }: Refused, texts: Texts): void {
    this.root.className = "notice refused"
    this.root.replaceChildren(
      element("p", {}, element("strong", {}, `${texts.refused}: `), isolated(message), " ", element("code", {}, code))
    )
  }

  /** A person has to say yes on a page; this view cannot. */
  ask(url: string, texts: Texts, open: () => void, again: () => void): void {
    const [openButton, againButton] = [texts.openPage, texts.runAgain].map((text) =>
      element("button", { type: "button", class: "second" }, text)
    )
    openButton!.addEventListener("click", open)
    againButton!.addEventListener("click", again)
    this.root.className = "notice asked"
    this.root.replaceChildren(
      element("p", {}, texts.needsYes),
      element("p", { class: "address" }, url),
      element("div", { class: "buttons" }, openButton!, againButton!)
    )
  }
}
