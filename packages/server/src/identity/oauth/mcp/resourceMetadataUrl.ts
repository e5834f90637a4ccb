import type { McpEndpoint } from "./McpEndpoints.ts"

/** Where the metadata of an endpoint as a protected resource is (RFC 9728). */
export const resourceMetadataUrl = (endpoint: McpEndpoint, baseUrl: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${endpoint.path}`
