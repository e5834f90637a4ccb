import type { Rule } from "../Rule.ts"
import { config } from "./config.ts"
import { hello, record } from "./hello.ts"
import { jobs } from "./jobs.ts"
import { link } from "./link.ts"
import { outages } from "./outage.ts"
import { reconnect } from "./reconnect.ts"
import { samples } from "./samples.ts"
import { snapshots } from "./snapshots.ts"

/** Every rule, in the order in which they are tried: what ends a bridge comes last. */
export const rules: ReadonlyArray<Rule> = [
  ...hello,
  ...link,
  ...config,
  ...samples,
  ...jobs,
  ...outages,
  ...snapshots,
  ...record,
  ...reconnect
]
