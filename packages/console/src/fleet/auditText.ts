import type { AuditEvent } from "@fleet/sdk"
import { wordsNow } from "../i18n/words.ts"
import { auditWords } from "./auditWords.ts"

/** What an action of the audit says; its own name in plain letters where no sentence is known. */
export const actionText = (action: string): string => {
  const texts: Readonly<Record<string, string>> = wordsNow(auditWords)
  return Object.hasOwn(auditWords.en, action) ? texts[action]! : action.replaceAll(".", " ").replaceAll("_", " ")
}

/** Whether the actor and the target are one: "Rover connected" has one name. */
export const isAboutItself = ({ actor, target }: Pick<AuditEvent, "actor" | "target">): boolean =>
  target === null || target.id === actor.id || target.label === actor.label

/** The name of the robot whose action, service or job an entry names by its slug alone. */
export const robotOf = ({ details, target }: Pick<AuditEvent, "details" | "target">): string | undefined =>
  target !== null &&
  ["action", "service", "job"].includes(target.kind) &&
  details !== null &&
  typeof details.robot_name === "string"
    ? details.robot_name
    : undefined

/** Whether what was acted on says it: nobody fires an alert. */
export const isByItself = ({ target }: Pick<AuditEvent, "target">): boolean => target?.kind === "alert"

/** Where the thing that an audit entry names can be seen. */
export const targetPath = ({ target }: Pick<AuditEvent, "target">): string | undefined =>
  target?.kind === "robot" ? `/robots/${target.id}` : undefined
