import type { McpEndpoint } from "./McpEndpoints.ts"

/**
 * Whether a `resource` names an endpoint: its address, with or without a final `/`, and with or without a query, such as
 * `?read_only=true`. The audience of tokens stays the address itself.
 */
export const namesResource = ({ url }: Pick<McpEndpoint, "url">, resource: string): boolean => {
  const [address] = resource.split("?", 1)
  return !resource.includes("#") && (address === url || address === `${url}/`)
}
