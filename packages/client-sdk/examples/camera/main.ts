import { FleetError } from "@fleet/sdk"
import { live, type LiveOptions, type LiveView } from "@fleet/sdk/video"
import { signedIn } from "../shared/signIn.ts"
import { Drive } from "./Drive.ts"

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const [robots, playback] = [element<HTMLSelectElement>("robot"), element<HTMLSelectElement>("playback")]
const [watch, canvas] = [element<HTMLButtonElement>("watch"), element<HTMLCanvasElement>("picture")]
const [delay, old, problem] = [element("delay"), element("old"), element("problem")]

const fleet = await signedIn()
const show = (error: unknown) => {
  problem.textContent = FleetError.is(error) ? error.message : String(error)
}

for (const { id, name } of (await fleet.robots.list()).robots) {
  const cameras = await fleet
    .robot(id)
    .cameras()
    .catch(() => [])
  if (cameras.length > 0) robots.add(new Option(name, id))
}
const asked = new URLSearchParams(location.search).get("robot")
if ([...robots.options].some(({ value }) => value === asked)) robots.value = asked!

/** Delays of the newest pictures, in milliseconds by the robot's clock. */
let delays: Array<number> = []
let painted = 0
let view: LiveView | null = null

const onState: LiveOptions["onState"] = (state, reason) => {
  element("state").textContent = reason === null ? state : `${state}: ${reason}`
  const texts: Partial<Record<typeof state, string>> = {
    connecting: "Connecting",
    frozen: "This picture is old",
    stills: "A still each second"
  }
  old.hidden = texts[state] === undefined
  old.textContent = texts[state] ?? ""
  if (state !== "playing") delay.hidden = true
  if (state === "ended") ended()
}
const onPainted: LiveOptions["onPainted"] = ({ capturedMs }) => {
  const delayMs = Math.max(0, Date.now() - capturedMs)
  delays = [...delays.slice(-99), delayMs]
  painted++
  delay.hidden = false
  delay.textContent = `${Math.round(delayMs)} ms`
}
const ended = () => {
  view = null
  watch.textContent = "Start the camera"
  element("played").textContent = element("rate").textContent = element("delay95").textContent = "–"
}

const start = async () => {
  problem.textContent = ""
  delays = []
  watch.disabled = true
  try {
    const [camera] = await fleet.robot(robots.value).cameras()
    if (camera === undefined) return
    const way = playback.value as Exclude<LiveOptions["playback"], undefined> | ""
    const options = { onState, onPainted, ...(way === "" ? {} : { playback: way }) }
    view = await live(fleet.robot(robots.value).camera(camera.slug), canvas, options)
    watch.textContent = "Stop the camera"
  } catch (error) {
    show(error)
  } finally {
    watch.disabled = false
  }
}
watch.addEventListener("click", () => (view === null ? void start() : view.stop()))
watch.disabled = robots.options.length === 0
for (const choice of [robots, playback])
  choice.addEventListener("change", () => {
    if (view === null) return
    view.stop()
    void start()
  })

setInterval(() => {
  if (view === null) return
  element("played").textContent = view.playback ?? "–"
  element("rate").textContent = String(painted)
  painted = 0
  const sorted = delays.toSorted((one, other) => one - other)
  const most = sorted[Math.floor(sorted.length * 0.95)]
  element("delay95").textContent = most === undefined ? "–" : `${Math.round(most)} ms`
}, 1000)

const drive = new Drive(() => fleet.robot(robots.value).publisher("drive"), show)
const byKey = new Map<string, () => void>()
for (const button of element("pad").querySelectorAll("button")) {
  const { forward = "0", key = "", turn = "0" } = button.dataset
  const hold = () => {
    problem.textContent = ""
    button.classList.add("held")
    drive.hold(key, { forward: Number(forward), turn: Number(turn) })
  }
  const release = () => {
    button.classList.remove("held")
    drive.release(key)
  }
  byKey.set(key, hold)
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId)
    hold()
  })
  for (const name of ["pointerup", "pointercancel", "blur"]) button.addEventListener(name, release)
  button.addEventListener("keydown", ({ key: pressed }) => pressed === " " && hold())
  button.addEventListener("keyup", ({ key: pressed }) => pressed === " " && release())
  addEventListener("keyup", ({ key: pressed }) => pressed === key && release())
  addEventListener("blur", release)
}
addEventListener("keydown", (event) => {
  const hold = byKey.get(event.key)
  if (hold === undefined || event.target instanceof HTMLSelectElement) return
  event.preventDefault()
  if (!event.repeat) hold()
})
document.addEventListener("visibilitychange", () => {
  if (document.hidden) drive.releaseAll()
})
