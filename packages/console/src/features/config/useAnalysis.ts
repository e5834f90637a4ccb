import { useEffect, useRef, useState } from "react"
import type { Analysis, Analyst } from "./analysis.ts"
import type { DraftSession } from "./draft/DraftSession.ts"
import type { Insight } from "./useInsight.ts"

const empty: Analysis = { text: "", root: null, fault: null, findings: [] }

/** What the page sees in the text of the draft, once it can read. `read` is called with each text that is typed. */
export const useAnalysis = (draft: DraftSession, insight: Insight | null) => {
  const [analysis, setAnalysis] = useState(empty)
  const analyst = useRef<Analyst>(undefined)
  useEffect(() => {
    if (insight === null) return undefined
    const reader = new insight.Analyst(setAnalysis)
    analyst.current = reader
    reader.read(draft.text)
    const stop = draft.onReplaced((text) => reader.read(text))
    return () => {
      stop()
      reader.stop()
    }
  }, [draft, insight])
  return { analysis, read: (text: string) => analyst.current?.read(text) }
}
