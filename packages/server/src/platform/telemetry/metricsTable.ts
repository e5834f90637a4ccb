import { counted } from "./Counters.ts"
import { durations } from "./durations.ts"
import { readings } from "./readings.ts"
import { workAttempts } from "./workAttempts.ts"

/** Every metric with what it says, for the table in the README. */
export const metricsTable: ReadonlyArray<{ readonly name: string; readonly meaning: string }> = [
  ...Object.values(durations).map(({ description, id }) => ({ name: id, meaning: `Histogram. ${description}` })),
  { name: workAttempts.id, meaning: workAttempts.description ?? "" },
  ...Object.entries({ ...counted, ...readings }).map(([name, meaning]) => ({ name: `fleet_${name}`, meaning }))
]
