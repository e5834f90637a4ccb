import { type Caller, labelOf } from "@fleet/domain/Caller"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import type { JobActor } from "@fleet/domain/Jobs"

/** The caller as it is stored with a job. */
export const actorOf = (caller: Caller): JobActor => ({
  kind: caller.kind,
  id: caller.id,
  label: firstCharacters(labelOf(caller), 200),
  name: caller.kind === "server_key" ? null : caller.displayName
})

/** The caller of a command, and the client that acts for the person where one does. */
export const actingAs = (caller: Caller): { readonly actor: JobActor; readonly clientId?: string } => ({
  actor: actorOf(caller),
  ...(caller.kind === "server_key" || caller.clientId === undefined ? {} : { clientId: caller.clientId })
})
