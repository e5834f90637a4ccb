import { useEffect, useRef, useState } from "react"
import { type Analysis, Analyst } from "./analysis.ts"
import type { DraftSession } from "./draft/DraftSession.ts"

const empty: Analysis = { text: "", root: null, fault: null, findings: [] }

/** What the page sees in the text of the draft. `read` is called with each text that is typed. */
export const useAnalysis = (draft: DraftSession) => {
  const [analysis, setAnalysis] = useState(empty)
  const analyst = useRef<Analyst>(undefined)
  analyst.current ??= new Analyst(setAnalysis)
  useEffect(() => {
    const { current } = analyst
    current?.read(draft.text)
    const stop = draft.onReplaced((text) => current?.read(text))
    return () => {
      stop()
      current?.stop()
    }
  }, [draft])
  return { analysis, read: (text: string) => analyst.current?.read(text) }
}
