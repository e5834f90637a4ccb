import type { CameraState } from "@fleet/bridge-protocol/BridgeMessages"
import { ResourceState } from "@fleet/domain/ResourceHealth"
import { Schema } from "effect"
import { type Observation, reasonOf } from "../health/Observation.ts"

const isState = Schema.is(ResourceState)

/** A code that is the name of a state is that state, and any other is `unknown`. No error is `ok`. */
const stateOf = (code: string): ResourceState => (isState(code) && code !== "ok" ? code : "unknown")

/**
 * What a bridge says of a camera, as the health of its source or of its stream. Of the answers to commands only a stream
 * that is published counts: whoever asked is told of any other. Null for those.
 */
export const healthOfCamera = ({
  cause,
  error,
  publishing,
  slug
}: typeof CameraState.Type): Pick<Observation, "facet" | "kind" | "reason" | "ref" | "state"> | null => {
  if (cause === "command" && (error !== null || !publishing)) return null
  const facet = cause === "source" ? "source" : "publish"
  if (error === null) return { kind: "camera", ref: slug, facet, state: "ok", reason: null }
  return {
    kind: "camera",
    ref: slug,
    facet,
    state: stateOf(error.code),
    reason: reasonOf(error.message) ?? reasonOf(error.code)
  }
}
