import { live, type LiveOptions, type LiveView } from "@fleet/sdk/video"
import { driveBy } from "../shared/drive.ts"
import { element, wordsOf } from "../shared/page.ts"
import { signedIn } from "../shared/signIn.ts"

const [robots, playback] = [element<HTMLSelectElement>("robot"), element<HTMLSelectElement>("playback")]
const [watch, canvas] = [element<HTMLButtonElement>("watch"), element<HTMLCanvasElement>("picture")]
const [delay, condition, problem] = [element("delay"), element("condition"), element("problem")]

const fleet = await signedIn()
const say = (words: string) => {
  problem.textContent = words
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
  canvas.dataset["state"] = state
  element("state").textContent = reason === null ? state : `${state}: ${reason}`
  const texts: Partial<Record<typeof state, string>> = {
    connecting: "Connecting",
    frozen: "This picture is old",
    reconnecting: "This picture is old: connecting again",
    stills: "A still each second",
    ended: "The camera is off"
  }
  condition.hidden = texts[state] === undefined
  condition.textContent = texts[state] ?? ""
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

/** Takes the picture away: under the name of another robot it would be a lie. */
const clear = () => {
  const { width } = canvas
  // To set the width empties the canvas.
  canvas.width = width
  delete canvas.dataset["state"]
  delay.hidden = condition.hidden = true
  element("state").textContent = "–"
}

const start = async () => {
  say("")
  delays = []
  painted = 0
  watch.disabled = true
  try {
    const [camera] = await fleet.robot(robots.value).cameras()
    if (camera === undefined) return
    const way = playback.value as Exclude<LiveOptions["playback"], undefined> | ""
    const options = { onState, onPainted, ...(way === "" ? {} : { playback: way }) }
    view = await live(fleet.robot(robots.value).camera(camera.slug), canvas, options)
    watch.textContent = "Stop the camera"
  } catch (error) {
    say(wordsOf(error))
  } finally {
    watch.disabled = false
  }
}
watch.addEventListener("click", () => (view === null ? void start() : view.stop()))
watch.disabled = robots.options.length === 0
if (watch.disabled) say("You reach no robot with a camera.")
const letGo = driveBy(element("pad"), () => fleet.robot(robots.value).publisher("drive"), say)
for (const choice of [robots, playback])
  choice.addEventListener("change", () => {
    letGo()
    const wasOn = view !== null
    view?.stop()
    if (choice === robots) clear()
    if (wasOn) void start()
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
