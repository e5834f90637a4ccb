import { maxBridgeFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { AssetRequest } from "@fleet/bridge-protocol/CloudMessages"

type Request = typeof AssetRequest.Type

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** A request for files as frames that a bridge takes: one, or several of one sync. */
export const requestFrames = (request: Request): ReadonlyArray<Request> => {
  const room = maxBridgeFrame - sizeOf({ ...request, meshes: [] })
  const parts: Array<Array<string>> = [[]]
  let left = room
  for (const mesh of request.meshes) {
    const size = sizeOf(mesh) + 1
    if (size > left && parts.at(-1)!.length > 0) {
      parts.push([])
      left = room
    }
    parts.at(-1)!.push(mesh)
    left -= size
  }
  return parts.map((meshes) => ({ ...request, meshes }))
}
