import type { Outcome } from "./callTool.ts"
import type { Exposure } from "./Datasheet.ts"
import { element, section } from "./element.ts"
import { type Field, fieldsOf } from "./field.ts"
import type { Params } from "./Host.ts"
import { Notice } from "./Notice.ts"
import type { Texts } from "./texts.ts"

export interface CommandActions {
  readonly call: (tool: string, args: Params) => Promise<Outcome>
  readonly openLink: (url: string) => void
  /** A job of this slug was started. */
  readonly started: (slug: string) => void
}

const tools: Readonly<Record<string, string>> = {
  action: "start_action",
  service: "call_service",
  publisher: "publish"
}

/** Chooses a command, previews it, and sends exactly what was previewed. */
export class Commands {
  readonly root: HTMLElement
  private readonly texts: Texts
  private readonly actions: CommandActions
  private readonly notice = new Notice()
  private readonly select = element("select", { id: "command" })
  private readonly about = element("p", { class: "hint", id: "command-hint" })
  private readonly controls = element("div", { class: "fields" })
  private readonly run: HTMLButtonElement
  private readonly form: HTMLFormElement
  private exposures: ReadonlyArray<Exposure> = []
  private fields: ReadonlyArray<Field> = []
  /** What was previewed, as JSON; null once anything of it changes. */
  private previewed: string | null = null
  private isWorking = false

  constructor(texts: Texts, actions: CommandActions) {
    this.texts = texts
    this.actions = actions
    this.run = element("button", { type: "button", disabled: true }, texts.run)
    const preview = element("button", { type: "button", class: "second" }, texts.preview)
    const label = element("label", { for: "command" }, texts.which)
    const buttons = element("div", { class: "buttons" }, preview, this.run)
    this.select.setAttribute("aria-describedby", "command-hint")
    this.form = element("form", {}, label, this.select, this.about, this.controls, buttons, this.notice.root)
    this.root = section(texts.command, this.form)
    this.select.addEventListener("change", () => this.choose())
    this.controls.addEventListener("input", () => this.forget())
    preview.addEventListener("click", () => void this.preview())
    // Nothing is submitted: a sandbox may forbid forms to.
    this.form.addEventListener("submit", (event) => event.preventDefault())
    this.controls.addEventListener("keydown", ({ key }) => key === "Enter" && void this.preview())
    this.run.addEventListener("click", () => void this.send())
  }

  show(exposures: ReadonlyArray<Exposure>): void {
    this.exposures = exposures
    this.root.hidden = exposures.length === 0
    this.select.replaceChildren(...exposures.map(({ slug }) => element("option", { value: slug }, slug)))
    this.choose()
  }

  /** Fills in a command, as the model asked for it. */
  fill(slug: string, params: Params): void {
    this.select.value = slug
    this.choose()
    for (const field of this.fields) if (field.name in params) field.write(params[field.name])
  }

  /** Says why a command of the model was not sent. */
  refused(outcome: Extract<Outcome, { readonly type: "refused" }>): void {
    if (this.chosen === undefined) return this.notice.refuse(outcome, this.texts)
    if (outcome.url !== null) this.previewed = this.key()
    this.tell(outcome)
  }

  private get chosen(): Exposure | undefined {
    return this.exposures.find(({ slug }) => slug === this.select.value)
  }

  private choose(): void {
    this.about.textContent = this.chosen?.description ?? ""
    this.fields = fieldsOf(this.chosen?.schema ?? null, this.texts)
    this.controls.replaceChildren(...this.fields.map(({ root }) => root))
    this.forget()
  }

  private forget(): void {
    this.previewed = null
    this.run.disabled = true
    this.notice.clear()
  }

  private params(): Params {
    return Object.fromEntries(
      this.fields.map(({ name, read }) => [name, read()] as const).filter(([, value]) => value !== undefined)
    )
  }

  private args(): Params {
    const { kind, slug } = this.chosen!
    const params = this.params()
    return kind === "publisher" ? { slug, message: params } : { slug, params }
  }

  private key(): string {
    return JSON.stringify(this.args())
  }

  private async call(more: Params): Promise<Outcome | null> {
    if (this.isWorking || this.chosen === undefined || !this.form.reportValidity()) return null
    this.isWorking = true
    this.run.disabled = true
    this.notice.say(this.texts.working)
    const key = this.key()
    const outcome = await this.actions.call(tools[this.chosen.kind]!, { ...this.args(), ...more })
    this.isWorking = false
    // Whatever was changed meanwhile is not what this is about.
    if (this.chosen === undefined || this.key() !== key) return null
    return outcome
  }

  private async preview(): Promise<void> {
    const outcome = await this.call({ preview: true })
    if (outcome === null) return
    if (outcome.type === "refused") return this.tell(outcome)
    const would = outcome.json["would"] as Params | undefined
    const warnings = outcome.json["warnings"] as ReadonlyArray<unknown> | undefined
    const target = `${String(would?.["ros_name"])} (${String(would?.["type"])})`
    this.notice.say(this.texts.wouldSend(target), would?.["message"] ?? {})
    this.notice.root.append(...(warnings ?? []).map((warning) => element("p", {}, String(warning))))
    this.previewed = this.key()
    this.run.disabled = false
  }

  private async send(): Promise<void> {
    if (this.previewed === null || this.previewed !== this.key()) return this.forget()
    const outcome = await this.call({})
    if (outcome !== null) this.tell(outcome)
  }

  private tell(outcome: Outcome): void {
    const { texts } = this
    if (outcome.type === "refused") {
      const { url } = outcome
      if (url === null) {
        this.previewed = null
        return this.notice.refuse(outcome, texts)
      }
      return this.notice.ask(
        url,
        texts,
        () => this.actions.openLink(url),
        () => void this.send()
      )
    }
    this.previewed = null
    const { job, result, sent } = outcome.json
    if (job !== undefined) {
      this.notice.say(texts.started)
      this.actions.started(this.select.value)
    } else if (sent === true) this.notice.say(texts.sent)
    else this.notice.say(texts.answered, result)
  }
}
