import type { Developer } from "@fleet/domain/Caller"
import type { Robot } from "@fleet/domain/Robots"
import { Effect, Schedule } from "effect"
import { Assets } from "../robots/assets/Assets.ts"
import { AssetSyncs } from "../robots/assets/AssetSyncs.ts"
import { JointMapping } from "../robots/assets/JointMapping.ts"
import { Robots } from "../robots/Robots.ts"
import type { DemoFacts, DemoRobot } from "./DemoFacts.ts"
import { demoOwner } from "./DemoSeed.ts"

/** The datapoint that moves the joints of each model. */
const jointSlugs: Readonly<Record<DemoRobot["model"], string>> = { mobile: "wheels", arm: "joints" }

const uploadModel = Effect.fnUntraced(function* (caller: Developer, robot: Robot, model: DemoRobot["model"]) {
  const assets = yield* Assets
  const syncs = yield* AssetSyncs
  const { assets: files, joint_state_slug } = yield* assets.list({ orgId: caller.orgId, robotId: robot.id })
  // Somebody may have published another configuration since.
  if (joint_state_slug === null) yield* Effect.ignore((yield* JointMapping).put(caller, robot, jointSlugs[model]))
  if (files.some(({ kind }) => kind === "urdf")) return
  // Its bridge announces the files once it has reached the robot.
  yield* Effect.retry(syncs.start(caller, robot), {
    schedule: Schedule.spaced("500 millis"),
    times: 120,
    while: ({ _tag }) => _tag !== "busy"
  })
})

/** Has the simulated robots' models uploaded where they are not here yet, and says what moves their joints. */
export const uploadModels = Effect.fnUntraced(function* ({ owner, robots }: DemoFacts) {
  const caller = yield* demoOwner(owner)
  const { get } = yield* Robots
  yield* Effect.forEach(
    robots.filter(({ simulated }) => simulated),
    ({ id, model }) => Effect.ignore(Effect.flatMap(get(caller, id), (robot) => uploadModel(caller, robot, model))),
    { concurrency: "unbounded", discard: true }
  )
})
