import type { Developer } from "@fleet/domain/Caller"
import { NotFound, ValidationError } from "@fleet/domain/Errors"
import { findExposure } from "@fleet/domain/RobotConfig/Exposures"
import type { Robot } from "@fleet/domain/Robots"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option } from "effect"
import { readNames } from "../../access/slugNames.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Published, VersionStore } from "../config/VersionStore.ts"
import { AssetStore } from "./AssetStore.ts"
import { hasJointStates, JointStates } from "./JointStates.ts"

/** The name that a published datapoint of joint states has now, by its slug or that name; undefined for any other. */
const nameOf = (published: Option.Option<Published>, slug: string): string | undefined => {
  if (Option.isNone(published)) return undefined
  const { doc, slug_names, version } = published.value
  const names = readNames(slug_names).get(version)
  const known = [...(names ?? [])].find(
    ([own, now]) => own === slug || (now === slug && findExposure(doc, slug) === undefined)
  )
  const [own, now] = known ?? [slug, slug]
  return now !== "" && hasJointStates(doc, own) ? now : undefined
}

/** What developers decide on the joints of a robot's URDF. */
export class JointMapping extends Context.Service<
  JointMapping,
  {
    /** The slug is a published datapoint of whole sensor_msgs/msg/JointState messages; null clears. */
    readonly put: (
      developer: Developer,
      robot: Robot,
      slug: string | null
    ) => Effect.Effect<void, NotFound | ValidationError>
  }
>()("@fleet/server/JointMapping") {
  static readonly layer = Layer.effect(
    JointMapping,
    Effect.gen(function* () {
      const versions = yield* VersionStore
      const joints = yield* JointStates
      const store = yield* AssetStore
      const transaction = yield* Transaction
      return JointMapping.of({
        put: Effect.fn("JointMapping.put")(function* (developer, robot, slug) {
          const { orgId } = developer
          // A publish waits meanwhile, and clears what it drops afterwards.
          if (!(yield* store.lockRobotForUpdate({ orgId, robotId: robot.id }))) return yield* new NotFound()
          // Under the lock: the memory may be older than the last publish.
          const published = yield* versions.latest(robot.id)
          const now = slug === null ? null : nameOf(published, slug)
          if (now === undefined) {
            return yield* new ValidationError({ details: { field: "slug", rule: Rule.invalidValue } })
          }
          if ((yield* joints.get(robot.id)) === now) return
          yield* joints.set({ orgId, robot, actor: developer }, now)
        }, transaction.run)
      })
    })
  )
}
