import type { CallOptions } from "./Http.ts"
import { type RobotContext, subscription } from "./RobotContext.ts"
import type { Subscription } from "./realtime/Subscription.ts"
import { readJoints, type RobotJoint } from "./urdf.ts"
import type { Sample } from "./Values.ts"

/** Positions by the name of their joint: radians, or metres where the joint slides. */
export type JointPositions = Readonly<Record<string, number>>

/** A robot's model, for a loader of URDFs. Its addresses need no credential, and end at `expiresAt`. */
export interface RobotModel {
  /** The URDF as the robot has it. */
  readonly urdf: string
  /** The address of the URDF with an address in place of each filename. */
  readonly url: string
  /** The address of a file that the URDF or one of its files names; what is not known stays as it is. */
  readonly resolveUrl: (url: string) => string
  /** What the URDF names and has not been uploaded, or not yet. */
  readonly missing: ReadonlyArray<string>
  /** The joints that move, in the order of the URDF. */
  readonly joints: ReadonlyArray<RobotJoint>
  /** The datapoint with the positions of the joints. */
  readonly jointStateSlug: string | null
  /** The newest positions of that datapoint, then each as it comes; null without one. What is no number is left out. */
  readonly jointPositions: (options?: { readonly signal?: AbortSignal }) => Subscription<Sample<JointPositions>> | null
  readonly expiresAt: Date
}

/** As the robot names it: without what a loader puts before it, and without the dots that relative names bring. */
const normal = (url: string): string => {
  const at = Math.max(...["package://", "file://", "http://", "https://"].map((scheme) => url.lastIndexOf(scheme)))
  const parts: Array<string> = []
  for (const part of url.slice(Math.max(at, 0)).split("/")) {
    if (part === "..") parts.pop()
    else if (part !== ".") parts.push(part)
  }
  return parts.join("/")
}

/** Of a sensor_msgs/msg/JointState. */
const positionsOf = (value: unknown): JointPositions => {
  const { name, position } = (value ?? {}) as { readonly name?: unknown; readonly position?: unknown }
  if (!Array.isArray(name) || !Array.isArray(position)) return {}
  const pairs = name.map((joint, at) => [String(joint), position[at]] as const)
  return Object.fromEntries(pairs.filter((pair): pair is [string, number] => Number.isFinite(pair[1])))
}

export const loadModel = async (context: RobotContext, options: CallOptions): Promise<RobotModel | null> => {
  const { id, request } = context
  const params = { id }
  const [{ assets, joint_state_slug: slug, urdf: described }, { expires_at, links }] = await Promise.all([
    request("assets.list", { ...options, params }),
    request("assets.links", { ...options, params })
  ])
  const description = assets.find(({ kind }) => kind === "urdf")
  const linked = links.find(({ asset_id }) => asset_id === description?.id)
  if (description === undefined || linked === undefined) return null
  const file = { ...options, params: { id, assetId: description.id } }
  const urdf = new TextDecoder().decode((await (request("assets.file", file) as Promise<unknown>)) as Uint8Array)
  const byName = new Map(links.flatMap(({ name, url }) => [[name, url] as const, [url, url] as const]))
  return {
    urdf,
    url: linked.url,
    resolveUrl: (url) => (/^(?:data|blob):/.test(url) ? url : (byName.get(url) ?? byName.get(normal(url)) ?? url)),
    missing: described.missing.map(({ uri }) => uri),
    joints: readJoints(urdf),
    jointStateSlug: slug,
    jointPositions: ({ signal } = {}) =>
      slug === null
        ? null
        : subscription<"datapoint", Sample<JointPositions>>(
            context,
            { robotId: id, slug, kind: "datapoint" },
            ({ timestamp_ms, value }) => ({ value: positionsOf(value), at: new Date(timestamp_ms) }),
            signal
          ),
    expiresAt: new Date(expires_at)
  }
}
