import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { settingsTable } from "@fleet/server/platform/settings/Settings"
import { rateLimitTable } from "@fleet/server/platform/settings/RateWindows"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

const cell = (text: string) => text.replaceAll("|", "\\|")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** What each counter counts; one that is missing here does not compile. */
const counted: { readonly [Name in keyof Counters["Service"]]: string } = {
  bridge_frames_total: "Frames that came from bridges.",
  bridge_frames_ignored_total: "Those that were not understood, or not expected, and were let go.",
  bridge_jobs_ignored_total: "Jobs that bridges said they held, which were not known here and not adopted.",
  bridge_hellos_refused_total: "Bridges that were refused: unknown token, version, locked org.",
  bridges_connected: "Bridges that are connected now.",
  samples_received_total: "Datapoint samples that came from bridges.",
  samples_unpublished_total: "Those of a slug that the published configuration does not have.",
  samples_unrecorded_over_quota_total: "Samples not recorded: their organisation is over a quota of retention.",
  samples_unrecorded_queue_full_total: "Samples not recorded: the database is too slow.",
  samples_unrecorded_refused_total: "Samples not recorded: the database refuses their value.",
  samples_unrecorded_stamped_ahead_total: "Samples not recorded: stamped more than 5 s ahead of the cloud's clock.",
  samples_unrecorded_stamped_old_total: "Samples not recorded: stamped longer ago than samples are kept.",
  latest_robots: "Robots whose latest values are held in memory now.",
  recording_robots: "Robots whose recording is held in memory now.",
  samples_delivered_total: "Samples written to subscribers, each counted once per socket.",
  samples_conflated_total: "Samples a slow reader never got because a newer one took their place.",
  realtime_frames_total: "Frames that came from clients on /realtime.",
  realtime_sockets: "Sockets that are open on /realtime now.",
  realtime_too_slow_total: "Sockets that were closed because their reader fell too far behind.",
  realtime_auths_refused_total: "Sign-ins on /realtime that were refused."
}

/** The parts of the README that are made from the code, by the name between their marks. */
const parts: { readonly [name: string]: string } = {
  settings: table(
    ["Variable", "What it is", "Value", "Without it"],
    settingsTable.map(({ fallback, meaning, name, type }) => [
      name.replaceAll(/[A-Z_]{2,}/g, "`$&`"),
      meaning,
      type,
      fallback
    ])
  ),
  limits: table(
    ["Bucket", "Calls", "Within a", "Counted by"],
    rateLimitTable.map(({ countedBy, limit, name, within }) => [`\`${name}\``, String(limit), within, countedBy])
  ),
  metrics: table(
    ["Metric", "What it counts"],
    Object.entries(counted).map(([name, meaning]) => [`\`fleet_${name}\``, meaning])
  )
}

/** The README with its generated parts renewed. Fails where one of them has no place. */
export const renewed = (readme: string): string =>
  Object.entries(parts).reduce((text, [name, part]) => {
    const place = new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(\\n<!-- end -->)`)
    if (!place.test(text)) throw new Error(`The README has no place for its ${name}.`)
    return text.replace(place, (_, start: string, end: string) => `${start}\n${part}\n${end}`)
  }, readme)

if (import.meta.main) {
  const file = join(import.meta.dirname, "../README.md")
  await writeFile(file, renewed(await readFile(file, "utf8")))
}
