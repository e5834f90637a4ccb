import type { Robot, RobotModel, Sample } from "@fleet/sdk"
import { driveBy } from "../shared/drive.ts"
import { element, wordsOf } from "../shared/page.ts"
import { signedIn } from "../shared/signIn.ts"
import { Body } from "./Body.ts"
import { Joints } from "./Joints.ts"
import { Stage } from "./Stage.ts"

const say = (words: string) => {
  element("said").textContent = words
}

/** A geometry_msgs/msg/PoseStamped of a robot on the floor. */
interface Pose {
  readonly pose: {
    readonly position: { readonly x: number; readonly y: number }
    readonly orientation: { readonly z: number; readonly w: number }
  }
}

/** Waits until more of a robot's model is there than what was shown of it, and looks ever less often. */
const more = async (robot: Robot, shown: RobotModel | null, signal: AbortSignal): Promise<void> => {
  for (let waitMs = 1000; !signal.aborted; waitMs = Math.min(waitMs * 1.5, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return
    const urdf = await robot.assets({ signal }).then(
      (list) => list.urdf,
      () => null
    )
    if (urdf?.present && urdf.missing.length < (shown?.missing.length ?? Infinity)) return
  }
}

/** Shows a robot until it is let go of; `onMore` is called once more of its model has come. */
const show = async (robot: Robot, name: string, stage: Stage, onMore: () => void): Promise<() => void> => {
  const leaving = new AbortController()
  const { signal } = leaving
  // Nothing of the robot before stands under the name of this one; more of the same model replaces it at once.
  if (element("stage").dataset["robot"] !== robot.id) {
    element("joints").replaceChildren()
    delete element("stage").dataset["loaded"]
    stage.show(null)
  }
  element("stage").dataset["robot"] = robot.id
  element("stage-label").textContent = `The body of ${name}`
  const [model, { exposures }] = await Promise.all([robot.model(), robot.datasheet()])
  if (model === null || model.missing.length > 0) {
    void more(robot, model, signal).then(() => signal.aborted || onMore())
  }
  if (model === null) {
    say(`${name} has no model yet. Its bridge uploads it when an owner asks for it.`)
    stage.show(null)
    return () => leaving.abort()
  }
  say("The model is loading.")
  const body = new Body(model, (failed) => {
    if (signal.aborted) return
    say(failed.length === 0 ? "" : `${failed.length} of its files have not come.`)
    stage.frame()
    if (failed.length === 0) element("stage").dataset["loaded"] = name
  })
  const joints = new Joints(element<HTMLTableSectionElement>("joints"), model.joints)
  stage.show(body.object)
  stage.onFrame = (seconds) => {
    const { dx, dy, moves } = body.step(seconds)
    if (dx !== 0 || dy !== 0) stage.follow(dx, dy)
    return moves
  }

  model.jointPositions({ signal })?.on(({ value }) => {
    body.setPositions(value)
    joints.show(value)
    stage.draw()
  })
  const has = (kind: string, slug: string) => exposures.some((each) => each.kind === kind && each.slug === slug)
  if (has("datapoint", "pose")) {
    robot
      .datapoint<Pose>("pose")
      .subscribe({ signal })
      .on(({ value: { pose } }: Sample<Pose>) => {
        const { orientation, position } = pose
        body.setPlace({ x: position.x, y: position.y, yaw: 2 * Math.atan2(orientation.z, orientation.w) })
        stage.draw()
      })
  }
  element("drive").hidden = !has("publisher", "drive")
  element("pick").hidden = !has("action", "pick")
  element("pick-item").addEventListener(
    "click",
    () => {
      const shelf = 1 + Math.floor(Math.random() * 99)
      robot
        .action("pick")
        .start({ shelf })
        .then(
          () => say(`Taking an item from shelf ${shelf}.`),
          (error) => say(wordsOf(error))
        )
    },
    { signal }
  )
  return () => {
    leaving.abort()
    stage.onFrame = () => false
  }
}

const begin = async (): Promise<void> => {
  const fleet = await signedIn()
  const { robots } = await fleet.robots.list()
  const stage = new Stage(element<HTMLCanvasElement>("canvas"))
  const choice = element<HTMLSelectElement>("robot")
  const isHere = ({ bridge_state }: (typeof robots)[number]) => bridge_state.online
  const first = robots.find(isHere) ?? robots[0]
  for (const { id, name } of robots) choice.append(new Option(name, id, false, id === first?.id))
  let leave: Promise<() => void> = Promise.resolve(() => undefined)
  const letGo = driveBy(element("pad"), () => fleet.robot(choice.value).publisher("drive"), say)
  const choose = () => {
    letGo()
    const { selectedOptions, value } = choice
    const name = selectedOptions[0]?.textContent ?? ""
    leave = leave.then((last) => {
      last()
      return show(fleet.robot(value), name, stage, choose)
    })
    leave = leave.catch((error: unknown) => {
      say(wordsOf(error))
      return () => undefined
    })
  }
  choice.addEventListener("change", choose)
  if (robots.length > 0) choose()
  else say("You reach no robot.")
}

await begin().catch((error: unknown) => say(wordsOf(error)))
