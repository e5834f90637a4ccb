import { Context, Layer } from "effect"

const zero = {
  bridge_frames_total: 0,
  bridge_frames_ignored_total: 0,
  bridge_hellos_refused_total: 0,
  bridge_jobs_ignored_total: 0,
  bridges_connected: 0,
  samples_received_total: 0,
  samples_unpublished_total: 0,
  samples_unrecorded_over_quota_total: 0,
  samples_unrecorded_queue_full_total: 0,
  samples_unrecorded_refused_total: 0,
  samples_unrecorded_stamped_ahead_total: 0,
  samples_unrecorded_stamped_old_total: 0,
  latest_robots: 0,
  recording_robots: 0,
  samples_delivered_total: 0,
  samples_conflated_total: 0,
  realtime_frames_total: 0,
  realtime_sockets: 0,
  realtime_too_slow_total: 0,
  realtime_auths_refused_total: 0
}

/** What the process counts, under the names it is exported with. Plain numbers: the data plane adds to them per sample. */
export class Counters extends Context.Service<Counters, { -readonly [Name in keyof typeof zero]: number }>()(
  "@fleet/server/Counters"
) {
  static readonly layer = Layer.sync(Counters, () => ({ ...zero }))
}
