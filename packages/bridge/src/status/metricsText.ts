import type { Status } from "./Status.ts"

/** A label's value; versions and lanes need no more than this. */
const label = (text: string): string => text.replaceAll(/["\\\n]/g, "")

interface Family {
  readonly name: string
  readonly type: "gauge" | "counter"
  readonly help: string
  readonly values: ReadonlyArray<readonly [labels: string, value: number | null]>
}

const one = (name: string, type: Family["type"], help: string, value: number | boolean | null): Family => ({
  name,
  type,
  help,
  values: [["", value === null ? null : Number(value)]]
})

const familiesOf = ({
  cloud,
  config,
  dropped,
  jobs,
  queues,
  recorder,
  ros,
  version
}: Status): ReadonlyArray<Family> => [
  { name: "info", type: "gauge", help: "The program's version.", values: [[`{version="${label(version)}"}`, 1]] },
  one("cloud_connected", "gauge", "Whether the cloud has accepted this bridge.", cloud.connected),
  one("cloud_losses_total", "counter", "Connections to the cloud that ended or did not come about.", cloud.losses),
  one("cloud_lag_milliseconds", "gauge", "The lag that the cloud reported last.", cloud.lag_ms),
  one("low_bandwidth", "gauge", "Whether the link is in low-bandwidth mode.", cloud.low_bandwidth),
  one("ros_connected", "gauge", "Whether the robot's ROS server is connected.", ros.connected),
  one("config_version", "gauge", "The version of the configuration that runs.", config.version),
  one("config_errors", "gauge", "What of the configuration does not fit the robot.", config.errors.length),
  one("jobs_running", "gauge", "Jobs that were started and have not ended.", jobs.running),
  {
    name: "queue_frames",
    type: "gauge",
    help: "Frames that wait for the cloud, by lane.",
    values: Object.entries(queues.waiting).map(([lane, size]) => [`{lane="${label(lane)}"}`, size] as const)
  },
  one("backlog_samples", "gauge", "Samples kept for when the cloud is back.", queues.backlog),
  one("backlog_dropped_total", "counter", "Samples that there was no room to keep.", dropped.backlog),
  one("recorder_messages", "gauge", "Messages that the recorder keeps.", recorder.ring?.messages ?? null),
  one("recorder_bytes", "gauge", "Memory that the recorder takes.", recorder.ring?.bytes ?? null),
  one("recorder_dropped_total", "counter", "Messages larger than the recorder's memory.", dropped.recorder),
  one("recordings_held", "gauge", "Recordings that are not in the cloud yet.", recorder.held),
  one("recordings_stored_total", "counter", "Recordings that the cloud has taken.", recorder.stored),
  one("recordings_failed_total", "counter", "Recordings that failed.", recorder.failed),
  one("frames_too_large_total", "counter", "Frames over the size that the cloud takes.", dropped.too_large),
  {
    name: "frames_ignored_total",
    type: "counter",
    help: "Frames that were not understood, by who sent them.",
    values: [
      ['{from="cloud"}', dropped.ignored_cloud],
      ['{from="ros"}', dropped.ignored_ros]
    ]
  }
]

/** The status as Prometheus reads it. A number that is not known is left out. */
export const metricsText = (status: Status): string =>
  familiesOf(status)
    .flatMap(({ help, name, type, values }) => {
      const lines = values.flatMap(([labels, value]) =>
        value === null ? [] : [`fleet_bridge_${name}${labels} ${value}`]
      )
      return lines.length === 0
        ? []
        : [`# HELP fleet_bridge_${name} ${help}`, `# TYPE fleet_bridge_${name} ${type}`, ...lines]
    })
    .map((line) => `${line}\n`)
    .join("")
