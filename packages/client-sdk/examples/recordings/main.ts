import type { FleetClient, Recording } from "@fleet/sdk"
import { element, wordsOf } from "../shared/page.ts"
import { signedIn } from "../shared/signIn.ts"
import { readTopics } from "./readTopics.ts"

const lookEveryMs = 1_000

const say = (words: string) => {
  element("problem").textContent = words
}

const causes: Readonly<Record<Recording["cause"]["kind"], string>> = {
  alert: "An alert fired",
  job: "A job failed",
  request: "It was asked for"
}
const states: Readonly<Record<Recording["state"], string>> = {
  requested: "Asked for",
  recording: "Being recorded",
  waiting: "Waits for a calm link",
  uploading: "Being uploaded",
  stored: "Stored",
  failed: "Failed"
}

const cell = (row: HTMLTableRowElement, words: string, className = "") => {
  const added = row.insertCell()
  added.textContent = words
  added.className = className
  return added
}

const seconds = ({ from_ms, to_ms }: Recording) =>
  from_ms === null || to_ms === null ? "–" : ((to_ms - from_ms) / 1000).toFixed(0)
const size = ({ size_bytes }: Recording) => (size_bytes === null ? "–" : `${Math.ceil(size_bytes / 1000)} KB`)

const button = (words: string, work: () => Promise<void>) => {
  const made = document.createElement("button")
  made.className = "second small"
  made.textContent = words
  made.addEventListener("click", () => {
    say("")
    made.disabled = true
    void work()
      .catch((error: unknown) => say(wordsOf(error)))
      .finally(() => (made.disabled = false))
  })
  return made
}

/** A robot's recordings, and what one looks into. */
class Shown {
  private known = ""
  private readonly fleet: FleetClient
  private readonly robotId: string
  /** Aborted once another robot is shown. */
  private readonly left: AbortSignal

  constructor(fleet: FleetClient, robotId: string, left: AbortSignal) {
    this.fleet = fleet
    this.robotId = robotId
    this.left = left
    element("inside").hidden = true
  }

  private get recordings() {
    return this.fleet.robot(this.robotId).recordings
  }

  async look(): Promise<void> {
    const { recordings } = await this.recordings.list()
    const known = JSON.stringify(recordings.map(({ id, state }) => [id, state]))
    if (this.left.aborted || known === this.known) return
    this.known = known
    element("none").hidden = recordings.length > 0
    element("list").hidden = recordings.length === 0
    element("recordings").replaceChildren(...recordings.map((recording) => this.row(recording)))
  }

  private row(recording: Recording): HTMLTableRowElement {
    const row = document.createElement("tr")
    cell(row, new Date(recording.at_ms).toLocaleTimeString())
    cell(row, causes[recording.cause.kind])
    cell(row, recording.error === null ? states[recording.state] : `Failed: ${recording.error.message}`)
    cell(row, seconds(recording), "number")
    cell(row, size(recording), "number")
    const files = cell(row, "", "number")
    if (recording.state !== "stored") return row
    files.append(
      button("Look inside", () => this.inside(recording.id)),
      " ",
      button("Download", async () => {
        location.href = (await this.recordings.link(recording.id)).url
      })
    )
    return row
  }

  private async inside(id: string): Promise<void> {
    const { url } = await this.recordings.link(id)
    const { bytesRead, size, topics } = await readTopics(url)
    if (this.left.aborted) return
    element("topics").replaceChildren(
      ...topics.map(({ messages, topic, type }) => {
        const row = document.createElement("tr")
        cell(row, topic)
        cell(row, type, "quiet")
        cell(row, String(messages), "number")
        return row
      })
    )
    element("read").textContent =
      `${bytesRead} of its ${size} bytes were read for this: an MCAP file has its contents at its end.`
    element("inside").hidden = false
  }
}

const begin = async (): Promise<void> => {
  const fleet = await signedIn()
  const choice = element<HTMLSelectElement>("robot")
  const light = element<HTMLButtonElement>("light")
  for (const { id, name } of (await fleet.robots.list()).robots) {
    const { recorder } = await fleet.robot(id).recordings.list()
    if (recorder) choice.add(new Option(name, id))
  }
  if (choice.options.length === 0) return say("You reach no robot with a recorder.")

  let isOn = false
  let leaving = new AbortController()
  let shown: Shown | null = null
  const choose = () => {
    leaving.abort()
    leaving = new AbortController()
    shown = new Shown(fleet, choice.value, leaving.signal)
    fleet
      .robot(choice.value)
      .datapoint<boolean>("light")
      .subscribe({ signal: leaving.signal })
      .on(({ value }) => {
        isOn = value
        light.textContent = isOn ? "Turn the light off" : "Turn the light on"
        light.disabled = false
      })
    void shown.look().catch((error: unknown) => say(wordsOf(error)))
  }
  choice.addEventListener("change", choose)
  choose()
  light.addEventListener("click", () => {
    say("")
    fleet
      .robot(choice.value)
      .service("set_light")
      .call({ on: !isOn })
      .catch((error: unknown) => say(wordsOf(error)))
  })
  setInterval(() => {
    if (!document.hidden) void shown?.look().catch((error: unknown) => say(wordsOf(error)))
  }, lookEveryMs)
}

await begin().catch((error: unknown) => say(wordsOf(error)))
