import type { RouteAnswer } from "@fleet/sdk"

export type AuditPage = RouteAnswer<"audit.list">

/**
 * The newest page joined to the one that was read before, where nothing is left out between them: an entry never
 * changes, so that what follows need not be read again.
 */
export const joinNewest = (newest: AuditPage, before: AuditPage | undefined): AuditPage => {
  const oldest = newest.events.at(-1)?.seq
  const known = before?.events[0]?.seq
  if (before === undefined || oldest === undefined || known === undefined || oldest > known) return newest
  return { ...before, events: [...newest.events.filter(({ seq }) => seq > known), ...before.events] }
}
