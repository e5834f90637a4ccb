import type { Scenario } from "../support/Measure.ts"
import { accept } from "./accept.ts"
import { adapters } from "./adapters.ts"
import { alerts } from "./alerts.ts"
import { assets } from "./assets.ts"
import { atRest } from "./atRest.ts"
import { bootTime } from "./boot.ts"
import { busy } from "./busy.ts"
import { commands } from "./commands.ts"
import { consolePage } from "./console.ts"
import { exports } from "./export.ts"
import { fanout } from "./fanout.ts"
import { fleet } from "./fleet.ts"
import { history } from "./history.ts"
import { ingest } from "./ingest.ts"
import { introspection } from "./introspection.ts"
import { lists } from "./lists.ts"
import { mcp } from "./mcp.ts"
import { media } from "./media.ts"
import { memory } from "./memory.ts"
import { neighbours } from "./neighbours.ts"
import { overload } from "./overload.ts"
import { recording } from "./recording.ts"
import { rest } from "./rest.ts"
import { signIns } from "./signIns.ts"
import { soak } from "./soak.ts"
import { stills } from "./stills.ts"
import { storm } from "./storm.ts"

/** What runs where nothing is named. */
export const scenarios: ReadonlyArray<Scenario> = [
  fanout,
  fleet,
  rest,
  accept,
  storm,
  commands,
  alerts,
  ingest,
  recording,
  history,
  lists,
  signIns,
  memory,
  atRest,
  overload
]

/** Of these, what a short run can judge: the others have no target, or need more time or a fuller database. */
export const inQuickRun: ReadonlyArray<Scenario> = scenarios.filter(
  (scenario) => ![history, signIns, atRest].includes(scenario)
)

/** What runs where it is named. */
export const onRequest: ReadonlyArray<Scenario> = [
  adapters,
  assets,
  bootTime,
  busy,
  consolePage,
  exports,
  introspection,
  mcp,
  media,
  neighbours,
  soak,
  stills
]
