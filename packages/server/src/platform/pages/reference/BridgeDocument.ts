import { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose, PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { asyncApiDocument, type Frame } from "@fleet/domain/docs/AsyncApi"

const fromBridge: { readonly [Type in BridgeMessage["type"]]: Frame } = {
  hello: { summary: "The first frame, within 10 s.", replies: ["hello_ok", "hello_error"] },
  datapoint: { summary: "One sample; `backfill` marks one kept while offline." },
  pong: { summary: "Echoes a ping." },
  link_mode: { summary: "Whether low bandwidth is in force: after hello_ok and on change." },
  config_applied: { summary: "Answers each config: what could not be applied." },
  job_update: { summary: "Each running job once a second; the end of an own job at once." },
  job_lost: { summary: "These jobs are gone for good." },
  job_status: { summary: "Answers job_query; each asked id is in exactly one list." },
  cancel_result: { summary: "Answers cancel: what the action server said of each goal." },
  introspect: { summary: "Answers introspect_request with the ROS graph." },
  type_definitions: { summary: "Answers type_request; a name in neither list did not fit, and is asked for again." },
  assets_available: { summary: "What the robot could upload: after hello_ok and on change." },
  asset_progress: { summary: "How far an upload of assets is." },
  camera_state: { summary: "A camera's state: answers, changes, and the first try of its source after a start." },
  datapoint_state: { summary: "Whether samples of a datapoint reach the cloud, and why not: on change." },
  clock_state: { summary: "The robot's clock against the bridge's: after hello_ok and on change." },
  recording_state: { summary: "How far a recording is: answers and changes." }
}

const fromCloud: { readonly [Type in CloudMessage["type"]]: Frame } = {
  hello_ok: { summary: "The hello is accepted." },
  hello_error: { summary: "The hello is refused; close 1008 follows." },
  ping: { summary: "Every 2 s, with what the cloud measured of the link.", replies: ["pong"] },
  config: {
    summary:
      "The published document: after hello_ok and on each publish. Version 0 with {platform: 1} where nothing is published.",
    replies: ["config_applied"]
  },
  invoke: { summary: "Start a job; parameters are checked and defaults filled in.", replies: ["job_update"] },
  cancel: { summary: "Cancel one job, or every goal of the slug.", replies: ["cancel_result"] },
  job_query: { summary: "What has become of these jobs?", replies: ["job_status"] },
  publish: { summary: "Send one message through a publisher." },
  failsafe: { summary: "Send the publisher's failsafe message now, and end the hold." },
  introspect_request: { summary: "Read the ROS graph.", replies: ["introspect"] },
  type_request: { summary: "Read the definitions of ROS types.", replies: ["type_definitions"] },
  camera_start: { summary: "Publish a camera into a room.", replies: ["camera_state"] },
  camera_stop: { summary: "Stop publishing a camera.", replies: ["camera_state"] },
  asset_request: { summary: "Upload assets; no meshes means the URDF only.", replies: ["asset_progress"] },
  recording_request: {
    summary: "Cut a recording around a moment and upload it: when it is wanted, and after hello_ok until it has ended.",
    replies: ["recording_state"]
  },
  recording_cancel: { summary: "Forget a recording that was deleted before it was stored." }
}

/** Why the service closes the socket, by code. */
export const bridgeCloses = {
  [BridgeClose.superseded]: "A newer bridge of the robot connected; final.",
  [BridgeClose.noHelloInTime]: "No `hello` within 10 s.",
  [BridgeClose.pingTimeout]: "Three pings stayed unanswered.",
  [BridgeClose.robotDeleted]: "The robot was deleted; final.",
  [BridgeClose.tokenRotated]: "CLOSE_TOKEN_ROTATED: the bridge token is no longer valid; final.",
  [BridgeClose.refused]: "`hello_error`, or a text frame that is not a JSON object.",
  [BridgeClose.tooBig]: "A frame over 2 MiB.",
  [BridgeClose.restarting]: "The cloud restarts."
}

/** The AsyncAPI document of /bridge. */
export const bridgeDocument = () =>
  asyncApiDocument({
    title: "Robot Fleet Cloud: bridge",
    version: String(PROTOCOL_VERSION),
    description: `Protocol ${PROTOCOL_VERSION} between a robot's bridge and the cloud: one JSON object per text frame, told apart by \`type\`; both sides ignore and count unknown types. Camera snapshots travel as binary frames: a 4-byte big-endian header length, a UTF-8 JSON header {type 'snapshot', slug, mime, width, height, timestamp_ms}, then the image; at most 1572864 bytes in all.`,
    channel: "bridge",
    address: "/bridge",
    closeCodes: bridgeCloses,
    receives: { messages: BridgeMessage, frames: fromBridge },
    sends: { messages: CloudMessage, frames: fromCloud }
  })
