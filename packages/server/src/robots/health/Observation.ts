import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { Resource, ResourceState } from "@fleet/domain/ResourceHealth"

/** What a producer saw of a resource. `ref` is the name that the published configuration has for it. */
export interface Observation {
  readonly orgId: OrgId
  readonly robotId: RobotId | null
  readonly kind: Resource["kind"]
  readonly ref: string
  readonly facet: Resource["facet"]
  readonly state: ResourceState
  readonly reason: string | null
  /** By the cloud's clock. */
  readonly observedAtMs: number
}

const maxReason = 200

/** A text as the reason of a state: cut to 200 characters, without the credentials of an address; null where it is empty. */
export const reasonOf = (text: string): string | null => {
  const shown = text
    .replace(/\/\/[^\s/?#]*@/g, "//")
    .trim()
    .slice(0, 2 * maxReason)
  return shown === "" ? null : Array.from(shown).slice(0, maxReason).join("")
}
