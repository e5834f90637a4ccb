import type { OAuthErrorCode } from "@fleet/domain/McpOAuth"
import { Data } from "effect"

/** A refusal in OAuth's own words. The description may stand in a redirect, so it names nothing secret. */
export class OAuthRefused extends Data.TaggedError("OAuthRefused")<{
  readonly error: OAuthErrorCode
  readonly description: string
}> {}

export const refused = (error: OAuthErrorCode, description: string) => new OAuthRefused({ error, description })

/** The HTTP status of a refusal that is no redirect. */
export const statusOfRefusal = ({ error }: OAuthRefused): number =>
  error === "invalid_client" ? 401 : error === "server_error" ? 500 : error === "temporarily_unavailable" ? 503 : 400
