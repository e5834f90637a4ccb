import { Duration } from "effect"
import type { Subject } from "../../access/Tokens.ts"
import type { Family } from "./SessionStore.ts"

/** A client that a person lets act for them: at one resource, within some scopes. */
export interface SessionClient {
  readonly clientId: string
  /** What its access tokens are for, and who issues them. */
  readonly resource: string
  readonly scopes: ReadonlyArray<string>
}

/** How long a refresh token lives from the last use of its family: a person's own, and a client's. */
export const refreshLifetime = Duration.days(30)
export const clientRefreshLifetime = Duration.days(90)

/** The columns of a family that a client has; null in a person's own. */
export const clientColumns = (client: SessionClient | null) => ({
  client_id: client?.clientId ?? null,
  resource: client?.resource ?? null,
  scopes: client?.scopes ?? null
})

/** The client of a family; null in a person's own. */
export const clientOf = ({
  client_id: clientId,
  resource,
  scopes
}: Pick<Family, "client_id" | "resource" | "scopes">): SessionClient | null =>
  clientId === null || resource === null || scopes === null ? null : { clientId, resource, scopes }

/** The claims of a client's access token beside those of its person. */
export const clientClaims = (client: SessionClient | null): Pick<Subject, "client_id" | "scope"> =>
  client === null ? {} : { client_id: client.clientId, scope: client.scopes.join(" ") }
