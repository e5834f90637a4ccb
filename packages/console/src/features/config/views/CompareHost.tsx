import { useEffect, useRef, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { createCompare } from "../editor/compare.ts"
import { words } from "../words.ts"

/** As wide as two texts need to stand beside each other. */
const besideFrom = 760

/** Two texts and how they differ: beside each other where there is room, otherwise in one. */
const CompareHost = ({
  after,
  afterName,
  before,
  beforeName
}: {
  readonly before: string
  readonly after: string
  readonly beforeName: string
  readonly afterName: string
}) => {
  const t = useWords(words)
  const host = useRef<HTMLDivElement>(null)
  const [beside, setBeside] = useState<boolean>()
  useEffect(() => {
    if (host.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => setBeside((entry?.contentRect.width ?? 0) >= besideFrom))
    observer.observe(host.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (host.current === null || beside === undefined) return undefined
    return createCompare({
      host: host.current,
      before,
      after,
      beforeLabel: t.before(beforeName),
      afterLabel: t.after(afterName),
      beside,
      phrases: { "$ unchanged lines": t.equalLines("$") }
    })
  }, [before, after, beforeName, afterName, beside, t])
  return (
    <div className="config-compare">
      <p className="config-compare-names">
        <span>{t.before(beforeName)}</span>
        <span>{before === after ? t.same : t.after(afterName)}</span>
      </p>
      <div ref={host} className="config-editor" />
    </div>
  )
}

export default CompareHost
