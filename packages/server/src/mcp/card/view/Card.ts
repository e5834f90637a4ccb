import { callTool, outcomeOf } from "./callTool.ts"
import { Commands } from "./Commands.ts"
import { type Datasheet, datasheetOf, ofKind } from "./Datasheet.ts"
import { element, isolated } from "./element.ts"
import { type Host, isObject, type Params } from "./Host.ts"
import { Job } from "./Job.ts"
import { Picture } from "./Picture.ts"
import { repeat } from "./repeat.ts"
import { Stop } from "./Stop.ts"
import type { Texts } from "./texts.ts"
import { Values } from "./Values.ts"

/** How often each part is read again, in milliseconds: some 130 calls a minute with a job, 90 without. */
const pauses = { state: 4000, values: 5000, picture: 8000, job: 1500 }

/** How many commands are asked whether they run when the card opens. */
const maxAsked = 12

/** One robot: whether it is connected, its values, its picture, its job, its commands, and a stop. */
export class Card {
  private readonly host: Host
  private readonly texts: Texts
  private readonly name = element("h1")
  private readonly state = element("span", { class: "state", role: "status" })
  private readonly note = element("p", { class: "hint" })
  private readonly values: Values
  private readonly picture: Picture
  private readonly job: Job
  private readonly commands: Commands
  private readonly stop: Stop
  /** What the model called the tool with. */
  private input: Params = {}
  /** Empty where the address of the endpoint names the robot. */
  private robot: Params = {}
  private readsOwnState = true
  private ends: ReadonlyArray<() => void> = []

  constructor(host: Host, texts: Texts, root: HTMLElement) {
    this.host = host
    this.texts = texts
    const call = this.call.bind(this)
    this.values = new Values(texts, call)
    this.picture = new Picture(texts, call)
    this.job = new Job(texts, call)
    this.stop = new Stop(texts, call)
    this.commands = new Commands(texts, {
      call,
      openLink: (url) => void host.request("ui/open-link", { url }).catch(() => undefined),
      started: (slug) => this.job.follow(slug)
    })
    this.note.textContent = texts.waiting
    const head = element("header", {}, this.name, this.state)
    const parts = [this.values, this.picture, this.job, this.commands, this.stop]
    root.replaceChildren(head, this.note, ...parts.map(({ root }) => root))
  }

  /** What the tool was called with. */
  takeInput(args: Params): void {
    this.input = args
    this.robot = typeof args["robot_id"] === "string" ? { robot_id: args["robot_id"] } : {}
  }

  /** What the tool answered: the datasheet itself, or the end of a command whose robot is read then. */
  async takeResult(result: Params): Promise<void> {
    const outcome = outcomeOf(result)
    const known = outcome.type === "result" ? datasheetOf(outcome.json) : null
    const datasheet = known ?? (await this.datasheet())
    if (datasheet === null) return
    this.show(datasheet)
    const { message, params, slug } = this.input
    if (known !== null || typeof slug !== "string") return
    const asked = params ?? message
    this.commands.fill(slug, isObject(asked) ? asked : {})
    if (outcome.type === "refused") this.commands.refused(outcome)
    else if (isObject(outcome.json["job"])) this.job.follow(slug)
  }

  /** Ends all reading. */
  close(): void {
    for (const end of this.ends) end()
    this.ends = []
  }

  private call(tool: string, args: Params) {
    return callTool(this.host, tool, { ...this.robot, ...args })
  }

  private async datasheet(): Promise<Datasheet | null> {
    const outcome = await this.call("describe_robot", {})
    const found = outcome.type === "result" ? datasheetOf(outcome.json) : null
    if (found === null) {
      this.note.textContent = outcome.type === "refused" ? outcome.message : this.texts.unreadable
    }
    return found
  }

  private show(datasheet: Datasheet): void {
    this.close()
    this.note.hidden = true
    this.name.replaceChildren(isolated(datasheet.name))
    document.title = datasheet.name
    this.setState(null)
    const commands = ofKind(datasheet, "action", "service", "publisher")
    const cameras = ofKind(datasheet, "camera").map(({ slug }) => slug)
    this.values.show(datasheet)
    this.picture.show(cameras)
    this.commands.show(commands)
    this.stop.root.hidden = ofKind(datasheet, "action", "publisher").length === 0
    const actions = ofKind(datasheet, "action").map(({ slug }) => slug)
    void this.job.find(actions.slice(0, maxAsked))
    this.ends = [
      repeat(pauses.state, () => this.readState()),
      repeat(pauses.values, () => this.values.refresh()),
      repeat(pauses.job, () => this.job.refresh()),
      ...(cameras.length > 0 ? [repeat(pauses.picture, () => this.picture.refresh())] : [])
    ]
  }

  /** Of the robot's own datapoint where the role grants it, else of the list of robots. */
  private async readState(): Promise<void> {
    if (this.readsOwnState) {
      const outcome = await this.call("read_datapoint", { slug: "bridge_state" })
      if (outcome.type === "result") return this.setState(outcome.json["value"])
      this.readsOwnState = false
    }
    const outcome = await callTool(this.host, "list_robots", {})
    const robots = outcome.type === "result" && Array.isArray(outcome.json["robots"]) ? outcome.json["robots"] : []
    const { robot_id: id } = this.robot
    const own = robots.filter(isObject).find((robot) => id === undefined || robot["id"] === id)
    this.setState(own?.["bridge_state"])
  }

  private setState(value: unknown): void {
    const { offline, online, unknownState } = this.texts
    const isOnline = isObject(value) && typeof value["online"] === "boolean" ? value["online"] : null
    const text = isOnline === null ? unknownState : isOnline ? online : offline
    this.state.dataset["online"] = String(isOnline)
    if (this.state.textContent !== text) this.state.textContent = text
  }
}
