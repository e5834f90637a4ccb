import { Context, Layer } from "effect"

/** What the process counts, under the names it is exported with after `fleet_`: `_total` is a counter, any other a gauge. */
export const counted = {
  bridge_frames_total: "Frames that came from bridges.",
  bridge_frames_ignored_total: "Those that were not understood, or not expected, and were dropped.",
  bridge_parts_ignored_total: "Optional parts of frames that could not be read, and were left out. The rest was taken.",
  bridge_hellos_refused_total: "Bridges that were refused: unknown token, version, locked org.",
  bridge_jobs_ignored_total: "Jobs that bridges said they held, which were not known here and not adopted.",
  bridge_hellos_waiting: "Hellos that wait for others to be served now.",
  bridges_too_slow_total: "Bridges that were disconnected because they read too slowly what was sent to them.",
  bridges_connected: "Bridges that are connected now.",
  samples_received_total: "Datapoint samples that came from bridges.",
  samples_unpublished_total: "Those of a slug that the published configuration does not have.",
  samples_recorded_total: "Samples that were recorded.",
  samples_recorded_per_second: "Samples that were recorded in each of the last ten seconds, on average.",
  recording_samples_waiting: "Samples that wait to be recorded, and those that are being written.",
  recording_oldest_seconds:
    "How long the oldest of them has waited. The health of its organisation is failed from 10 on.",
  samples_unrecorded_over_quota_total: "Samples not recorded: their organisation is over a quota of retention.",
  samples_unrecorded_queue_full_total: "Samples not recorded: the database is too slow.",
  samples_unrecorded_refused_total: "Samples not recorded: the database refuses their value.",
  samples_unrecorded_stamped_ahead_total: "Samples not recorded: stamped more than 5 s ahead of the cloud's clock.",
  samples_unrecorded_stamped_old_total: "Samples not recorded: stamped longer ago than samples are kept.",
  compaction_rows_waiting:
    "Recorded samples of closed hours that are not in blocks yet, as the last compaction found them.",
  compaction_blocks_written_total: "Blocks of recorded samples that were written, each time they were.",
  failed_sign_ins_unrecorded_total: "Failed sign-ins of developers not audited: too many waited to be.",
  latest_robots: "Robots whose latest values are held in memory now.",
  recordings_refused_total: "Recordings that an alert or a job was to make, and none was: the robot had too many.",
  recording_robots: "Robots whose recording is held in memory now.",
  samples_delivered_total: "Samples written to subscribers, each counted once per socket.",
  samples_conflated_total: "Samples a slow reader never got because a newer one took their place.",
  realtime_frames_total: "Frames that came from clients on /realtime.",
  realtime_sockets: "Sockets that are open on /realtime now.",
  realtime_too_slow_total: "Sockets that were closed because their reader fell too far behind.",
  realtime_auths_refused_total: "Sign-ins on /realtime that were refused.",
  realtime_auths_waiting: "Sign-ins on /realtime that wait for others to be served now.",
  stills_bytes: "Bytes of cameras' stills that are held in memory now.",
  stills_dropped_total: "Stills that were dropped before they were stored: there was no memory left for them.",
  media_sockets: "Sockets that are open on /media now: viewers of live video, and bridges that send it.",
  upgrades_turned_away_total: "WebSockets that were answered 503 because the server was full or busy."
} as const

type Counts = { -readonly [Name in keyof typeof counted]: number }

/** Plain numbers: the data plane adds to them per sample, and a scrape reads them. */
export class Counters extends Context.Service<Counters, Counts>()("@fleet/server/Counters") {
  static readonly layer = Layer.sync(
    Counters,
    () => Object.fromEntries(Object.keys(counted).map((name) => [name, 0])) as Counts
  )
}
