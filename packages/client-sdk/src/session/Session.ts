import { FleetError } from "../FleetError.ts"
import type { Bearer } from "../Http.ts"
import { notify } from "../notify.ts"
import type { Request } from "../Request.ts"
import type { ClientIdentity, SessionTokens } from "../types.gen.ts"
import type { SessionEvent } from "./SessionEvent.ts"
import type { SessionStorage } from "./Storage.ts"
import { pause } from "../Timing.ts"
import type { Tabs } from "./Tabs.ts"

/** Somebody signed in. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token ends, in Unix epoch milliseconds by this machine's clock. */
  readonly expiresAt: number
  readonly user: ClientIdentity
}

export type SessionListener = (event: SessionEvent, session: Session | null) => void

/** What the engine needs of the service. Neither call carries a caller's signal. */
export interface SessionCalls {
  readonly refresh: (refreshToken: string) => Promise<SessionTokens>
  readonly identity: (accessToken: string) => Promise<ClientIdentity>
  /** Calls of routes with another bearer than the engine's own. */
  readonly as: (bearer: Bearer) => Request
}

/** How long before its end a token is no longer used, in milliseconds. */
const margin = 5000

const sessionOf = (tokens: SessionTokens, user: ClientIdentity): Session => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token,
  expiresAt: Date.now() + tokens.expires_in * 1000,
  user
})

const hasEnded = (error: unknown) => FleetError.is(error) && (error.is("token_revoked") || error.is("token_expired"))

/**
 * Holds who is signed in and renews the access token. A refresh token works once, and presenting a spent one ends the
 * session: so one refresh at a time over all tabs, never cut short and never sent again blindly. Whatever else writes
 * the session takes its turn with it, or the answer of a refresh under way would bring back what is over.
 */
export class SessionEngine {
  readonly #storage: SessionStorage
  readonly #key: string
  readonly #tabs: Tabs
  readonly #calls: SessionCalls
  readonly #listeners = new Set<SessionListener>()
  #refreshing: Promise<Session> | undefined

  constructor(options: { storage: SessionStorage; key: string; tabs: Tabs; calls: SessionCalls }) {
    this.#storage = options.storage
    this.#key = options.key
    this.#tabs = options.tabs
    this.#calls = options.calls
    this.#tabs.listen((...told) => void this.#hear(...told).catch(() => {}))
  }

  /** Calls back on sign-in, refresh and sign-out, in this tab and in others. Answers how to stop. */
  onChange(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Who is signed in, or null. */
  async current(): Promise<Session | null> {
    const stored = await this.#storage.get(this.#key)
    try {
      return stored === null ? null : (JSON.parse(stored) as Session)
    } catch {
      // Data that other code wrote there are not a session.
      return null
    }
  }

  /** The session, its access token good for at least `goodForMs`. Fails with `signed_out`. */
  async fresh(goodForMs = margin): Promise<Session> {
    const session = await this.#required()
    return session.expiresAt - Date.now() > goodForMs ? session : this.#renew(session.accessToken)
  }

  async accessToken(): Promise<string> {
    return (await this.fresh()).accessToken
  }

  /** A token other than `refused`, which the service no longer takes. */
  async replace(refused: string): Promise<string> {
    return (await this.#renew(refused)).accessToken
  }

  /** Takes up tokens the service just issued. */
  async begin(tokens: SessionTokens): Promise<Session> {
    const user = await this.#calls.identity(tokens.access_token)
    return this.#tabs.exclusively(() => this.#keep("signed_in", sessionOf(tokens, user)))
  }

  /**
   * Changes something about the account, with a call that may answer new tokens in place of the session's. What is known
   * of the person afterwards comes with them, so that nothing more has to be asked, which could fail.
   */
  change(
    call: (request: Request) => Promise<{ readonly tokens?: SessionTokens; readonly user?: Partial<ClientIdentity> }>
  ): Promise<Session> {
    return this.#tabs.exclusively(async () => {
      const { tokens, user } = await call(
        this.#calls.as({
          get: async () => {
            const { accessToken, expiresAt } = await this.#required()
            return expiresAt - Date.now() > margin ? accessToken : (await this.#renewAlone(accessToken)).accessToken
          },
          replace: async (refused) => (await this.#renewAlone(refused)).accessToken
        })
      )
      const stored = await this.#required()
      const person = { ...stored.user, ...user }
      return this.#keep("refreshed", tokens === undefined ? { ...stored, user: person } : sessionOf(tokens, person))
    })
  }

  /** Ends the session at the service, then here and in other tabs. */
  async signOut(logout: (refreshToken: string) => Promise<unknown>): Promise<void> {
    await this.#tabs.exclusively(async () => {
      const session = await this.current()
      try {
        if (session !== null) await logout(session.refreshToken)
      } finally {
        await this.#forget()
      }
    })
  }

  /** The service ended the session of `accessToken`. One begun since goes on. */
  async ended(accessToken: string): Promise<void> {
    await this.#tabs.exclusively(async () => {
      if ((await this.current())?.accessToken === accessToken) await this.#forget()
    })
  }

  close(): void {
    this.#listeners.clear()
    this.#tabs.close()
  }

  async #required(): Promise<Session> {
    const session = await this.current()
    if (session === null) throw new FleetError("signed_out", "Nobody is signed in.")
    return session
  }

  #renew(refused: string): Promise<Session> {
    this.#refreshing ??= this.#tabs
      .exclusively(() => this.#renewAlone(refused))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Another tab may have renewed while this one waited: then its pair is adopted, and none is spent. */
  async #renewAlone(refused: string): Promise<Session> {
    const newest = await this.#tabs.newest()
    if (newest !== undefined) await this.#seen((session) => session !== null && session.expiresAt >= newest)
    const stored = await this.#required()
    if (stored.accessToken !== refused && stored.expiresAt - Date.now() > margin) return stored
    const tokens = await this.#calls.refresh(stored.refreshToken).catch(async (error: unknown) => {
      if (hasEnded(error)) await this.#forget()
      throw error
    })
    return this.#keep("refreshed", sessionOf(tokens, stored.user))
  }

  async #keep(event: SessionEvent, session: Session): Promise<Session> {
    await this.#storage.set(this.#key, JSON.stringify(session))
    await this.#announce(event, session)
    return session
  }

  async #forget(): Promise<void> {
    if ((await this.#storage.get(this.#key)) === null) return
    await this.#storage.remove(this.#key)
    await this.#announce("signed_out", null)
  }

  /** Another client ended it, or began one; one with a storage of its own means another session, which is never seen here. */
  async #hear(event: SessionEvent, expiresAt: number | null): Promise<void> {
    const session = await this.#seen((session) => (session?.expiresAt ?? null) === expiresAt)
    if (session !== undefined) this.#tell(event, session)
  }

  /** What is stored, once it is what is awaited: what another tab wrote is seen here a moment later. Undefined if it never is. */
  async #seen(isAwaited: (session: Session | null) => boolean): Promise<Session | null | undefined> {
    for (const waitMs of [0, 50, 200, 800, 3000]) {
      if (waitMs > 0) await pause(waitMs)
      const session = await this.current()
      if (isAwaited(session)) return session
    }
    return undefined
  }

  async #announce(event: SessionEvent, session: Session | null): Promise<void> {
    await this.#tabs.tell(event, session?.expiresAt ?? null)
    this.#tell(event, session)
  }

  #tell(event: SessionEvent, session: Session | null): void {
    for (const listener of this.#listeners) notify(listener, event, session)
  }
}
