import type { Outcome } from "./callTool.ts"
import { element, section } from "./element.ts"
import type { Params } from "./Host.ts"
import type { Texts } from "./texts.ts"

/** The newest still of the first camera that has one. */
export class Picture {
  readonly root: HTMLElement
  private readonly texts: Texts
  private readonly call: (tool: string, args: Params) => Promise<Outcome>
  private readonly image = element("img", { alt: "" })
  private cameras: ReadonlyArray<string> = []

  constructor(texts: Texts, call: (tool: string, args: Params) => Promise<Outcome>) {
    this.texts = texts
    this.call = call
    this.root = section("", this.image)
    this.root.classList.add("picture")
  }

  show(cameras: ReadonlyArray<string>): void {
    this.cameras = cameras.slice(0, 4)
  }

  async refresh(): Promise<void> {
    for (const camera of this.cameras) {
      const outcome = await this.call("camera_snapshot", { slug: camera })
      if (outcome.type === "refused" || outcome.image === null) continue
      this.image.src = outcome.image
      this.image.alt = this.texts.picture(camera)
      this.root.firstElementChild!.textContent = this.texts.picture(camera)
      this.root.hidden = false
      return
    }
  }
}
