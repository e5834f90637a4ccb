import type { Outcome } from "./callTool.ts"
import { chargeOf, datapointsToRead, type Datasheet, type Exposure, isBattery } from "./Datasheet.ts"
import { element, isolated, section } from "./element.ts"
import type { Params } from "./Host.ts"
import type { Texts } from "./texts.ts"

/** How many datapoints are read, and how many of them are shown. */
const limits = { read: 6, shown: 4 }

const shownNumber = (value: number, { decimals }: Exposure, locale: string): string =>
  value.toLocaleString(locale, {
    maximumFractionDigits: decimals ?? (Math.abs(value) < 10 ? 2 : 1),
    ...(decimals !== null && { minimumFractionDigits: decimals })
  })

/** The battery and the first other numbers of the robot. */
export class Values {
  readonly root: HTMLElement
  private readonly texts: Texts
  private readonly call: (tool: string, args: Params) => Promise<Outcome>
  private readonly list = element("dl")
  private read: ReadonlyArray<Exposure> = []

  constructor(texts: Texts, call: (tool: string, args: Params) => Promise<Outcome>) {
    this.texts = texts
    this.call = call
    this.root = section(texts.values, this.list)
  }

  show(datasheet: Datasheet): void {
    this.read = datapointsToRead(datasheet, limits.read)
  }

  /** Reads the newest values. What is no number is left out. */
  async refresh(): Promise<void> {
    const shown: Array<HTMLElement> = []
    for (const exposure of this.read) {
      if (shown.length === limits.shown) break
      const outcome = await this.call("read_datapoint", { slug: exposure.slug })
      if (outcome.type === "refused" || typeof outcome.json["value"] !== "number") continue
      const age = outcome.json["age_ms"]
      shown.push(this.tile(exposure, outcome.json["value"], typeof age === "number" ? age : 0))
    }
    this.root.hidden = shown.length === 0
    this.list.replaceChildren(...shown)
  }

  private tile(exposure: Exposure, value: number, ageMs: number): HTMLElement {
    const { slug, unit } = exposure
    const { locale } = this.texts
    const charge = isBattery(slug) ? chargeOf(value, unit) : null
    const text =
      charge === null
        ? `${shownNumber(value, exposure, locale)}${unit === null ? "" : ` ${unit}`}`
        : `${Math.round(charge * 100)} %`
    const name = isBattery(slug) && charge !== null ? this.texts.battery : slug
    const tile = element(
      "div",
      { class: charge === null ? "tile" : "tile battery" },
      element("dt", {}, isolated(name)),
      element("dd", {}, isolated(text))
    )
    if (charge !== null) {
      const meter = element("meter", { min: "0", max: "1", low: "0.2", high: "0.4", optimum: "1", "aria-label": name })
      meter.value = charge
      tile.lastElementChild!.append(meter)
    }
    if (ageMs >= 10_000) {
      tile.lastElementChild!.append(element("small", {}, this.texts.ago(Math.round(ageMs / 1000))))
    }
    return tile
  }
}
