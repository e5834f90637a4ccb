import type { Outcome } from "./callTool.ts"
import { element } from "./element.ts"
import type { Params } from "./Host.ts"
import { Notice } from "./Notice.ts"
import type { Texts } from "./texts.ts"

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

/** Stops what the person does with the robot: at once, and whatever else is under way. */
export class Stop {
  readonly root: HTMLElement
  private readonly notice = new Notice()

  constructor(texts: Texts, call: (tool: string, args: Params) => Promise<Outcome>) {
    const button = element("button", { type: "button", class: "stop", "aria-describedby": "stop-note" }, texts.stop)
    button.addEventListener("click", async () => {
      this.notice.say(texts.stopping)
      const outcome = await call("stop_robot", {})
      if (outcome.type === "refused") return this.notice.refuse(outcome, texts)
      const { cancelled, failsafes, warnings } = outcome.json
      this.notice.say(texts.stopped(countOf(cancelled), countOf(failsafes)))
      const shown = Array.isArray(warnings) ? warnings : []
      this.notice.root.append(...shown.map((warning) => element("p", {}, String(warning))))
    })
    const note = element("p", { class: "hint", id: "stop-note" }, texts.stopNote)
    this.root = element("div", { class: "stopping", hidden: true }, button, note, this.notice.root)
  }
}
