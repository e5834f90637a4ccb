import type { JobRun } from "@fleet/sdk"
import { useWords } from "../i18n/words.ts"
import type { GlyphShape } from "../kit/Glyph.tsx"
import { State, type Tone } from "../kit/State.tsx"
import { fleetWords } from "./fleetWords.ts"

const looks: Readonly<Record<JobRun["state"], { readonly tone: Tone; readonly shape: GlyphShape }>> = {
  running: { tone: "run", shape: "arc" },
  unknown: { tone: "unsure", shape: "diamond" },
  lost: { tone: "unsure", shape: "diamond-hollow" },
  succeeded: { tone: "ok", shape: "check" },
  failed: { tone: "bad", shape: "cross" },
  cancelled: { tone: "idle", shape: "barred" }
}

/** What a job is, in a word. */
export const JobState = ({ is }: { readonly is: JobRun["state"] }) => {
  const t = useWords(fleetWords)
  return <State {...looks[is]}>{is === "unknown" ? t.jobUnknown : t[is]}</State>
}
