import type { CallOptions } from "./Http.ts"
import type { RobotContext } from "./RobotContext.ts"

/** A robot's model, for a loader of URDFs. Its addresses need no credential, and end at `expiresAt`. */
export interface RobotModel {
  /** The URDF as the robot has it. */
  readonly urdf: string
  /** The address of a file that the URDF or one of its files names; what is not known stays as it is. */
  readonly resolveUrl: (url: string) => string
  /** The datapoint with the positions of the joints. */
  readonly jointStateSlug: string | null
  readonly expiresAt: Date
}

/** Without the dots that a file's relative names bring. */
const normal = (url: string): string => {
  const parts: Array<string> = []
  for (const part of url.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== ".") parts.push(part)
  }
  return parts.join("/")
}

export const loadModel = async ({ id, request }: RobotContext, options: CallOptions): Promise<RobotModel | null> => {
  const { assets, joint_state_slug } = await request("assets.list", { ...options, params: { id } })
  const description = assets.find(({ kind }) => kind === "urdf")
  if (description === undefined) return null
  const params = (assetId: string) => ({ ...options, params: { id, assetId } })
  const [bytes, links] = await Promise.all([
    request("assets.file", params(description.id)) as Promise<unknown>,
    Promise.all(
      assets.map(async ({ id: assetId, name }) => ({ name, ...(await request("assets.link", params(assetId))) }))
    )
  ])
  const byName = new Map(links.map(({ name, url }) => [name, url]))
  const ends = links.map(({ expires_at }) => Date.parse(expires_at))
  return {
    urdf: new TextDecoder().decode(bytes as Uint8Array),
    resolveUrl: (url) => byName.get(url) ?? byName.get(normal(url)) ?? url,
    jointStateSlug: joint_state_slug,
    expiresAt: new Date(Math.min(...ends))
  }
}
