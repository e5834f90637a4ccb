import type { Rule } from "../Rule.ts"
import { assets } from "./assets.ts"
import { cameraRules } from "./cameras.ts"
import { config } from "./config.ts"
import { externalGoals } from "./externalGoals.ts"
import { hello } from "./hello.ts"
import { jobLimits } from "./jobLimits.ts"
import { jobs } from "./jobs.ts"
import { lagRules } from "./lag.ts"
import { link } from "./link.ts"
import { order } from "./order.ts"
import { outages } from "./outage.ts"
import { publisherRules } from "./publishers.ts"
import { reconnect } from "./reconnect.ts"
import { record } from "./record.ts"
import { recordings } from "./recorder.ts"
import { samples } from "./samples.ts"
import { snapshots } from "./snapshots.ts"

/** Every rule, in the order in which they are tried: what ends a bridge comes last. */
export const rules: ReadonlyArray<Rule> = [
  ...hello,
  ...link,
  ...lagRules,
  ...config,
  ...samples,
  ...publisherRules,
  ...order,
  ...jobs,
  ...jobLimits,
  ...externalGoals,
  ...assets,
  ...cameraRules,
  ...recordings,
  ...snapshots,
  ...outages,
  ...record,
  ...reconnect
]
