import "./Viewers.css"
import type { Viewer } from "@fleet/sdk"
import { useEffect, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { fleet } from "../session/client.ts"
import { useReturns } from "../session/useSession.ts"
import { stopWords } from "./stopWords.ts"

const mostFaces = 3

/** Who looks at the robot now, everybody once. It also keeps the socket open that Stop and driving need. */
export const Viewers = ({ robotId }: { readonly robotId: string }) => {
  const t = useWords(stopWords)
  const [viewers, setViewers] = useState<ReadonlyArray<Viewer>>([])
  const returns = useReturns()
  useEffect(() => {
    setViewers([])
    const presence = fleet.robot(robotId).presence()
    presence.on(setViewers, () => setViewers([]))
    return () => presence.close()
  }, [robotId, returns])
  if (viewers.length === 0) return null
  return (
    <div className="viewers" role="group" aria-label={t.viewers}>
      {viewers.slice(0, mostFaces).map((viewer) => (
        <Avatar key={`${viewer.kind} ${viewer.id}`} name={viewer.label} alone />
      ))}
      <span className="viewers-count">{t.look(viewers.length)}</span>
    </div>
  )
}
