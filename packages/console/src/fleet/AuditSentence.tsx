import type { AuditEvent } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { useWords } from "../i18n/words.ts"
import { Foreign } from "../kit/Foreign.tsx"
import { actionText, isAboutItself, isByItself, robotOf, targetPath } from "./auditText.ts"
import { auditWords } from "./auditWords.ts"

/** An entry of the audit as a sentence: who did what to what. */
export const AuditSentence = ({
  event
}: {
  readonly event: Pick<AuditEvent, "action" | "actor" | "details" | "target">
}) => {
  const t = useWords(auditWords)
  const robot = robotOf(event)
  const path = targetPath(event)
  const target = event.target === null ? null : <Foreign>{event.target.label}</Foreign>
  if (isByItself(event))
    return (
      <>
        <strong>{target}</strong> {actionText(event.action)}
        {event.actor.kind === "platform" ? null : (
          <>
            {" · "}
            <Foreign>{event.actor.label}</Foreign>
          </>
        )}
      </>
    )
  return (
    <>
      <Foreign>{event.actor.label}</Foreign> {actionText(event.action)}{" "}
      {isAboutItself(event) || target === null ? null : path === undefined ? (
        <strong>{target}</strong>
      ) : (
        <Link to={path}>
          <strong>{target}</strong>
        </Link>
      )}
      {robot === undefined ? null : (
        <>
          {" "}
          {t.onRobot} <Foreign>{robot}</Foreign>
        </>
      )}
    </>
  )
}
