import { type OurFacts } from "../servers/facts.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import { bridge } from "./dialects.ts"

/** What a bridge was asked for. */
export interface Sync {
  readonly sync_id: string
  readonly token: string
}

/** Has the cloud ask a robot for its URDF, and says that it is still being sent. */
export const beginSync = async (facts: OurFacts, robot: number): Promise<Sync> => {
  const { ownerToken, robots, url } = facts
  const socket: RawWebSocket = await bridge(facts, robot)
  const pong = socket.onMessage
  socket.send(JSON.stringify({ type: "assets_available", urdf: true, meshes: [] }))
  const requests: Array<Sync> = []
  socket.onMessage = (data, from, to) => {
    pong(data, from, to)
    const frame = JSON.parse(data.toString("utf8", from, to))
    if (frame.type === "asset_request") requests.push(frame)
  }
  while (requests.length === 0) {
    await fetch(`${url}/api/robots/${robots[robot]!.id}/assets/sync`, {
      method: "POST",
      headers: { authorization: `Bearer ${ownerToken}`, "content-type": "application/json" },
      body: JSON.stringify({ source: "bridge" })
    })
    await new Promise((resume) => setTimeout(resume, 100))
  }
  const sync = requests[0]!
  const { sync_id } = sync
  const progress = { type: "asset_progress", sync_id, failed: [], state: "running", done: 0, total: 1 }
  setInterval(() => socket.send(JSON.stringify(progress)), 2000).unref()
  return sync
}

/** The headers of an upload of the URDF. */
export const urdfHeaders = ({ sync_id, token }: Sync) => ({
  authorization: `Bearer ${token}`,
  "x-platform-asset-kind": "urdf",
  "x-platform-asset-name": "robot_description",
  "x-platform-sync-id": sync_id
})
