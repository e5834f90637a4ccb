import { ClientMessage } from "../realtime/ClientMessages.ts"
import { RealtimeClose } from "../realtime/CloseCodes.ts"
import { ServerMessage } from "../realtime/ServerMessages.ts"
import { asyncApiDocument, type Frame } from "./AsyncApi.ts"

const command = ["command_result"]

const fromClient: { readonly [Type in ClientMessage["type"]]: Frame } = {
  auth: {
    summary: "Prove who speaks: the first frame within 10 s, and again at any time to renew the same identity.",
    replies: ["auth_ok", "auth_error"]
  },
  subscribe: {
    summary: "Ask for a datapoint's values or a command's job, the current one at once.",
    replies: ["datapoint", "job", "subscribe_error"]
  },
  unsubscribe: { summary: "End a subscription. Not answered." },
  presence_subscribe: { summary: "Ask who else looks at a robot.", replies: ["presence", "subscribe_error"] },
  presence_unsubscribe: { summary: "End a presence subscription. Not answered." },
  invoke: { summary: "Start an action, or call a service.", replies: command },
  cancel: { summary: "Cancel a job, or with null whatever runs on the slug.", replies: command },
  publish: { summary: "Send one message through a publisher.", replies: command },
  release: { summary: "End the hold of a publisher, and have its failsafe sent now.", replies: command },
  stop: {
    summary:
      "Cancel the own jobs on a robot and have the failsafe of held publishers sent; with `all` those of everybody.",
    replies: command
  },
  time: { summary: "Ask for the service's clock, or whether the link lives.", replies: ["time"] },
  org_event_subscribe: {
    summary: "Follow the organisation's activity, with `after` from where the last socket stopped; developers only.",
    replies: ["org_event_replay", "error"]
  },
  org_event_unsubscribe: { summary: "Stop following the organisation's activity. Not answered." }
}

const fromService: { readonly [Type in ServerMessage["type"]]: Frame } = {
  auth_ok: { summary: "The credential is accepted." },
  auth_error: { summary: "The credential is refused; close 1008 follows." },
  datapoint: { summary: "The current value on subscribe, then each at the send rate." },
  job: { summary: "The current job on subscribe, then each change." },
  subscribe_error: { summary: "A subscription was refused, or a live one ended." },
  presence: { summary: "Who looks at a robot: at once, then on change, at most once a second." },
  time: { summary: "The service's clock, from the first `auth_ok` on." },
  command_result: { summary: "The answer of one command, paired by request_id." },
  live_session: { summary: "A live camera session ended; sent to its holder." },
  resource_health: {
    summary: "How a camera, a configuration or the recording fares, at each change; developers only."
  },
  resource_health_cleared: { summary: "A health record is gone with its camera or robot; developers only." },
  org_event: { summary: "Something happened in the organisation." },
  org_event_replay: {
    summary:
      "Recent events, once, and with `position` what was left out among them; `complete` is false when older ones are gone."
  },
  org_event_dropped: { summary: "Events were skipped for this reader." },
  error: { summary: "A frame could not be served; the socket stays open." }
}

/** Why the service closes the socket, by code. */
export const realtimeCloses = {
  [RealtimeClose.sessionEnded]: "The session ended: logout, revoked, blocked, deleted, key rotated or deleted.",
  [RealtimeClose.noAuthInTime]: "No `auth` within 10 s.",
  [RealtimeClose.pingTimeout]: "Two pings stayed unanswered.",
  [RealtimeClose.readerTooSlow]: "Over 4 MiB were queued for this reader.",
  [RealtimeClose.refused]: "A frame that is not a JSON object, or `auth_error`.",
  [RealtimeClose.tooBig]: "A frame over 64 KiB.",
  [RealtimeClose.restarting]: "The service restarts; connect again at once."
}

/** The AsyncAPI document of /realtime. */
export const realtimeDocument = (version: string) =>
  asyncApiDocument({
    title: "Robot Fleet Cloud: realtime",
    version,
    description:
      "Live values and commands for apps and consoles: one JSON object per text frame, told apart by `type`. Grants are those of REST. A slow reader gets the newest value of each datapoint; every other frame is kept.",
    channel: "realtime",
    address: "/realtime",
    closeCodes: realtimeCloses,
    receives: { messages: ClientMessage, frames: fromClient },
    sends: { messages: ServerMessage, frames: fromService }
  })
