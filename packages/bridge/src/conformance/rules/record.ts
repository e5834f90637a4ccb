import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

/** A rule about everything that was sent: `odd` are the frames that break it, in words. */
const always = (
  id: string,
  section: Rule["section"],
  sentence: string,
  odd: (kit: Kit) => ReadonlyArray<string>
): Rule => ({
  id,
  section,
  sentence,
  needs: [],
  check: (kit) => {
    const found = odd(kit)
    return kit.must(found.length === 0, `${found.length} frames broke it, the first of them: ${found[0]}`)
  }
})

const jsonOf = (message: object) => JSON.stringify(message).slice(0, 300)

/** Looked at when all scripts have run. */
export const record: ReadonlyArray<Rule> = [
  always("frames.known", "13.1", "Every text frame of the bridge is a message of the contract.", ({ cloud }) =>
    cloud.frames.flatMap(({ binary, message, text }) => (binary === undefined && message === undefined ? [text] : []))
  ),
  always("frames.size", "13.3", "No frame of the bridge is over 2 MiB.", ({ cloud }) =>
    cloud.frames.flatMap(({ bytes, message }) => (bytes > maxFrame ? [`${message?.type}, ${bytes} bytes`] : []))
  ),
  always("camera.request_id", "13.1", "camera_state has a request_id exactly for cause command.", ({ cloud }) =>
    cloud
      .all("camera_state")
      .filter(({ cause, request_id }) => (cause === "command") !== (request_id !== null))
      .map(jsonOf)
  ),
  always("datapoint_state.error", "13.1", "datapoint_state has an error exactly for failed.", ({ cloud }) =>
    cloud
      .all("datapoint_state")
      .filter(({ error, state }) => (error === null) !== (state === "ok"))
      .map(jsonOf)
  ),
  always(
    "link_mode.reason",
    "13.1",
    "link_mode is low for lag, dwell or forced, and normal for recovered or forced.",
    (kit) =>
      kit.cloud
        .all("link_mode")
        .filter(({ low_bandwidth, reason }) => reason !== "forced" && low_bandwidth === (reason === "recovered"))
        .map(jsonOf)
  ),
  always("link_mode.changes", "13.1", "link_mode is told on a change, and not again while nothing changed.", (kit) => {
    const last = new Map<number, string>()
    return kit.cloud.frames.flatMap(({ message, session }) => {
      if (message?.type !== "link_mode") return []
      const mode = `${message.low_bandwidth} ${message.reason}`
      const isRepeated = last.get(session) === mode
      last.set(session, mode)
      return isRepeated ? [jsonOf(message)] : []
    })
  }),
  always("config.ok", "13.1", "config_applied is ok exactly where it has no errors.", ({ cloud }) =>
    cloud
      .all("config_applied")
      .filter(({ errors, ok }) => ok !== (errors.length === 0))
      .map(jsonOf)
  ),
  always("job.active_own", "13.1", "active_jobs has the bridge's own jobs, never external ones.", ({ cloud }) => {
    const external = new Set(
      cloud.all("job_update").flatMap(({ job_id, origin }) => (origin === "external" ? [job_id] : []))
    )
    return cloud
      .all("hello")
      .flatMap(({ active_jobs }) => active_jobs ?? [])
      .filter(({ job_id }) => external.has(job_id))
      .map(jsonOf)
  }),
  always("job.ends_once", "13.3", "The end of an own job is told once in a connection.", ({ cloud }) => {
    const ended = new Set<string>()
    return cloud.frames.flatMap(({ message, session }) => {
      if (message?.type !== "job_update" || message.origin !== "platform" || message.state === "running") return []
      const key = `${session} ${message.job_id}`
      if (ended.has(key)) return [jsonOf(message)]
      ended.add(key)
      return []
    })
  })
]
