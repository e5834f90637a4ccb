import type { Outcome } from "./callTool.ts"
import { element, isolated, section } from "./element.ts"
import { isObject, type Params } from "./Host.ts"
import type { Texts } from "./texts.ts"

const isRunning = (state: unknown) => state === "running" || state === "unknown"

/** The job that runs, or the last one that was seen running, with how far it is. */
export class Job {
  readonly root: HTMLElement
  private readonly texts: Texts
  private readonly call: (tool: string, args: Params) => Promise<Outcome>
  private readonly slug = element("strong")
  private readonly state = element("span", { role: "status" })
  private readonly percent = element("span", { class: "percent" })
  private readonly bar = element("progress", { max: "1" })
  private readonly error = element("p", { class: "refused" })
  private readonly cancel: HTMLButtonElement
  /** The slug that is followed. */
  private followed: string | null = null
  private jobId: unknown = null

  constructor(texts: Texts, call: (tool: string, args: Params) => Promise<Outcome>) {
    this.texts = texts
    this.call = call
    this.cancel = element("button", { type: "button", class: "second small" }, texts.cancel)
    this.cancel.addEventListener("click", () => void this.end())
    this.bar.setAttribute("aria-label", texts.job)
    const line = element("p", { class: "line" }, this.slug, this.state, this.percent)
    this.root = section(texts.job, line, this.bar, this.error, this.cancel)
  }

  follow(slug: string): void {
    this.followed = slug
  }

  /** Looks whether one of these runs, and follows the first that does. */
  async find(slugs: ReadonlyArray<string>): Promise<void> {
    for (const slug of slugs) {
      if (this.followed !== null) return
      const outcome = await this.call("get_job", { slug })
      if (outcome.type === "refused" || !isObject(outcome.json["job"])) continue
      if (isRunning(outcome.json["job"]["state"])) this.followed = slug
    }
  }

  /** Reads how the followed job is; nothing once it has ended. */
  async refresh(): Promise<void> {
    const slug = this.followed
    if (slug === null) return
    const outcome = await this.call("get_job", { slug })
    if (outcome.type === "refused" || this.followed !== slug) return
    const { job, progress } = outcome.json
    if (!isObject(job)) return
    this.jobId = job["id"]
    this.show(slug, job, typeof progress === "number" ? progress : null)
    if (!isRunning(job["state"])) this.followed = null
  }

  private show(slug: string, { error, state }: Params, progress: number | null): void {
    const runs = isRunning(state)
    this.root.hidden = false
    this.slug.replaceChildren(isolated(slug))
    const text = this.texts.jobState[String(state)] ?? String(state)
    // Said again only when it is another, so that a screen reader is not interrupted.
    if (this.state.textContent !== text) this.state.textContent = text
    this.state.dataset["state"] = String(state)
    this.percent.textContent = runs && progress !== null ? `${Math.round(progress * 100)} %` : ""
    this.bar.hidden = !runs
    if (progress === null) this.bar.removeAttribute("value")
    else this.bar.value = progress
    this.cancel.hidden = !runs
    this.error.textContent = isObject(error) ? String(error["message"]) : ""
  }

  private async end(): Promise<void> {
    this.cancel.disabled = true
    const slug = this.slug.textContent
    const outcome = await this.call("cancel_job", { slug, job_id: this.jobId })
    this.cancel.disabled = false
    if (outcome.type === "refused") this.error.textContent = outcome.message
    else this.followed = slug
  }
}
