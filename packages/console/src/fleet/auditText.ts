import type { AuditEvent } from "@fleet/sdk"

/** An action of the audit in words where no sentence is known: `config.published` as "config published". */
export const actionText = (action: string): string => action.replaceAll(".", " ").replaceAll("_", " ")

/** Where the thing that an audit entry names can be seen. */
export const targetPath = ({ target }: Pick<AuditEvent, "target">): string | undefined =>
  target?.kind === "robot" ? `/robots/${target.id}` : undefined
