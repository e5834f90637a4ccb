import { JobId } from "@fleet/domain/Ids"
import { createHash } from "node:crypto"
import type { GoalId } from "../../ros/RosGateway.ts"

/** Names the ids made here; any fixed uuid does. */
const namespace = Buffer.from("6f2b8a3c51d74e0c9a4f7d1e20b85c66", "hex")

/** The id of a job this bridge did not start: a uuid (version 5) of robot, slug and goal, the same whenever it is made. */
export const externalJobId = (robotId: string, slug: string, goalId: GoalId): JobId => {
  const hash = createHash("sha1").update(namespace).update(`${robotId}/${slug}/${goalId}`).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString("hex")
  return JobId.make(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
  )
}
