import { useEffect, useState } from "react"

/** An act that waits until the page is ready for it: a key that is pressed while something loads is not lost. */
export const useWhenReady = (isReady: boolean, act: () => unknown): (() => void) => {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked || !isReady) return
    setAsked(false)
    void act()
  })
  return () => setAsked(true)
}
