import type { Request } from "./Request.ts"
import type { SessionStorage } from "./session/Storage.ts"

/** What a sign-in needs that sends the browser away: it keeps there what it compares on the way back. */
export interface RedirectContext {
  readonly request: Request
  readonly baseUrl: string
  readonly storage: SessionStorage
  /** Where the session is kept in the storage. */
  readonly key: string
}
