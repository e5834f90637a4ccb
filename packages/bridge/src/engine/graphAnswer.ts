import type { Introspect } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { RosGraph } from "@fleet/domain/RobotConfig/RosGraph"

/** Answers an introspect_request: with the graph, or with its size where that fits into no frame. */
export const graphAnswer = (request_id: string, graph: RosGraph): typeof Introspect.Type => {
  const answer = { type: "introspect", request_id, graph } as const
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  if (bytes <= maxFrame) return answer
  const message = `The ROS graph has ${bytes} bytes as a frame, and the cloud takes ${maxFrame}.`
  return { ...answer, graph: null, error: { code: "too_large", message } }
}
