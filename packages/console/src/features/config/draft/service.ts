import { type ConfigDraft, FleetError } from "@fleet/sdk"
import { fleet } from "../../../session/client.ts"

/** A draft and the tag of its text. */
export interface Tagged {
  readonly draft: ConfigDraft
  readonly tag: string | undefined
}

const withTag = async (run: (onHeaders: (headers: Headers) => void) => Promise<ConfigDraft>): Promise<Tagged> => {
  let tag: string | undefined
  const draft = await run((headers) => (tag = headers.get("etag") ?? undefined))
  return { draft, tag }
}

/** What a draft is saved with. */
export interface DraftService {
  readonly read: () => Promise<Tagged>
  readonly write: (text: string, tag: string | undefined) => Promise<Tagged>
}

export const draftServiceOf = (robotId: string): DraftService => ({
  read: () => withTag((onHeaders) => fleet.request("config.draft", { params: { id: robotId }, onHeaders })),
  write: (source, tag) =>
    withTag((onHeaders) =>
      fleet.request("config.putDraft", {
        params: { id: robotId },
        headers: tag === undefined ? {} : { "if-match": tag },
        body: { source },
        onHeaders
      })
    )
})

/** The session is over: nothing is sent before the next sign-in. */
export const isSignedOut = (error: unknown): boolean =>
  FleetError.is(error) &&
  (error.is("signed_out") || error.is("token_revoked") || error.is("unauthorized") || error.is("token_expired"))

/** How long to wait before the same is sent again; undefined where the machine decides. */
export const retryOf = (error: unknown): { readonly retries: boolean; readonly afterMs?: number } => {
  if (!FleetError.is(error)) return { retries: false }
  if (error.is("rate_limited")) return { retries: true, afterMs: error.details.retry_after_ms }
  return { retries: error.status === 0 || error.status === 429 || error.status >= 500 }
}
