import { useEffect, useState } from "react"

export type Insight = typeof import("./insight.ts")

/** What reads the text, once it is loaded, and why it could not be. */
export const useInsight = (): { readonly insight: Insight | null; readonly missing: unknown } => {
  const [insight, setInsight] = useState<Insight | null>(null)
  const [missing, setMissing] = useState<unknown>(null)
  useEffect(() => {
    import("./insight.ts").then(setInsight, setMissing)
  }, [])
  return { insight, missing }
}
