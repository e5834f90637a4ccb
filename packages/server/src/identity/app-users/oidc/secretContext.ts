import type { OidcProviderId } from "@fleet/domain/Ids"

/** What a client secret is sealed for. */
export const secretContext = (id: OidcProviderId) => `oidc client secret ${id}`
