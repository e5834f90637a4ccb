import type { Invoke, Publish } from "@fleet/bridge-protocol/CloudMessages"
import { fitsBridge } from "@fleet/bridge-protocol/fitsBridge"
import type { JobId } from "@fleet/domain/Ids"
import type { ParameterViolation } from "@fleet/domain/Jobs"

type Params = Readonly<Record<string, unknown>>

/** The frame that starts a job at the robot. */
export const invokeFrame = (job_id: JobId, slug: string, params: Params, patience_ms: number): typeof Invoke.Type => ({
  type: "invoke",
  job_id,
  slug,
  params,
  patience_ms
})

/** The frame that sends one message through a publisher. */
export const publishFrame = (slug: string, message: Params): typeof Publish.Type => ({ type: "publish", slug, message })

/** A violation at the largest parameter where a command's frame is too large. */
export const sizeViolations = (
  frame: typeof Invoke.Type | typeof Publish.Type,
  params: Params
): ReadonlyArray<ParameterViolation> => {
  if (fitsBridge(frame)) return []
  const size = (value: unknown) => JSON.stringify(value).length
  const [[field] = [frame.slug]] = Object.entries(params).toSorted(([, a], [, b]) => size(b) - size(a))
  return [{ field, rule: "too_large", message: "The command exceeds the 1 MiB that a robot's bridge takes." }]
}
