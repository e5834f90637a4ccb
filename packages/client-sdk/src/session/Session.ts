import { FleetError } from "../FleetError.ts"
import type { ClientIdentity, SessionTokens } from "../types.gen.ts"
import type { SessionStorage } from "./Storage.ts"
import type { Tabs } from "./Tabs.ts"

/** Somebody signed in. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token ends, in Unix epoch milliseconds by this machine's clock. */
  readonly expiresAt: number
  readonly user: ClientIdentity
}

export type SessionEvent = "signed_in" | "refreshed" | "signed_out"
export type SessionListener = (event: SessionEvent, session: Session | null) => void

/** What the engine needs of the service. Neither call carries a caller's signal. */
export interface SessionCalls {
  readonly refresh: (refreshToken: string) => Promise<SessionTokens>
  readonly identity: (accessToken: string) => Promise<ClientIdentity>
}

/** How long before its end a token is no longer used, in milliseconds. */
const margin = 5000

const hasEnded = (error: unknown) => FleetError.is(error) && (error.is("token_revoked") || error.is("token_expired"))

/**
 * Holds who is signed in and renews the access token. A refresh token works once, and presenting a spent one ends the
 * session: so one refresh at a time over all tabs, never cut short and never sent again blindly.
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
    this.#tabs.listen((event) => void this.current().then((session) => this.#tell(event, session)))
  }

  /** Calls back on sign-in, refresh and sign-out, in this tab and in others. Answers how to stop. */
  onChange(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Who is signed in, or null. */
  async current(): Promise<Session | null> {
    const stored = await this.#storage.get(this.#key)
    return stored === null ? null : (JSON.parse(stored) as Session)
  }

  /** An access token that is good for at least `goodForMs`. Fails with `signed_out`. */
  async accessToken(goodForMs = margin): Promise<string> {
    const session = await this.#required()
    if (session.expiresAt - Date.now() > goodForMs) return session.accessToken
    return (await this.#renew(session.accessToken)).accessToken
  }

  /** A token other than `refused`, which the service no longer takes. */
  async replace(refused: string): Promise<string> {
    return (await this.#renew(refused)).accessToken
  }

  /** Takes up tokens the service just issued. */
  async begin(tokens: SessionTokens): Promise<Session> {
    const user = await this.#calls.identity(tokens.access_token)
    const session = await this.#keep(tokens, user)
    this.#announce("signed_in", session)
    return session
  }

  /** Ends the session at the service, then here and in other tabs. A refresh under way comes first. */
  async signOut(logout: (refreshToken: string) => Promise<unknown>): Promise<void> {
    await this.#tabs.exclusively(async () => {
      const session = await this.current()
      if (session !== null) await logout(session.refreshToken)
    })
    await this.end()
  }

  /** Forgets the session, here and in other tabs. */
  async end(): Promise<void> {
    if ((await this.#storage.get(this.#key)) === null) return
    await this.#storage.remove(this.#key)
    this.#announce("signed_out", null)
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
    const stored = await this.#required()
    if (stored.accessToken !== refused && stored.expiresAt - Date.now() > margin) return stored
    try {
      const session = await this.#keep(await this.#calls.refresh(stored.refreshToken), stored.user)
      this.#announce("refreshed", session)
      return session
    } catch (error) {
      if (hasEnded(error)) await this.end()
      throw error
    }
  }

  async #keep(tokens: SessionTokens, user: ClientIdentity): Promise<Session> {
    const session = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresAt: Date.now() + tokens.expires_in * 1000,
      user
    }
    await this.#storage.set(this.#key, JSON.stringify(session))
    return session
  }

  #announce(event: SessionEvent, session: Session | null): void {
    this.#tabs.tell(event)
    this.#tell(event, session)
  }

  #tell(event: SessionEvent, session: Session | null): void {
    for (const listener of this.#listeners) listener(event, session)
  }
}
