import type { SessionStorage } from "./Storage.ts"

/** What a sign-in that left the page compares on the way back. */
export interface Pending {
  readonly state: string
  readonly verifier: string
}

/** As many as are remembered: those that were begun last. */
const most = 20

/** Sign-ins that left the page, in a storage that several tabs share: each comes back to its own, once. */
export class UnderWay<Kept extends Pending> {
  readonly #storage: SessionStorage
  readonly #key: string

  constructor(storage: SessionStorage, key: string) {
    this.#storage = storage
    this.#key = key
  }

  async begin(pending: Kept): Promise<void> {
    await this.#write([...(await this.#read()), pending].slice(-most))
  }

  /** The sign-in of this state, which is over with it; undefined where none is under way. */
  async take(state: string | null): Promise<Kept | undefined> {
    const all = await this.#read()
    const found = all.find((each) => each.state === state)
    if (found !== undefined) await this.#write(all.filter((each) => each !== found))
    return found
  }

  async #read(): Promise<ReadonlyArray<Kept>> {
    try {
      const kept: unknown = JSON.parse((await this.#storage.get(this.#key)) ?? "[]")
      return Array.isArray(kept) ? kept : []
    } catch {
      return []
    }
  }

  async #write(all: ReadonlyArray<Kept>): Promise<void> {
    if (all.length === 0) await this.#storage.remove(this.#key)
    else await this.#storage.set(this.#key, JSON.stringify(all))
  }
}
