import { AtCapacity } from "@fleet/domain/Errors"
import { Effect } from "effect"

/** Whose work it is: of an app, and within it of an address that it came from. */
export interface Share {
  readonly app: string
  readonly address: string
}

export interface FairLineBounds {
  /** How many works run at a time. */
  readonly places: number
  /** How many wait, of one app and in all. */
  readonly waiting: { readonly app: number; readonly all: number }
}

interface Waiter extends Share {
  readonly begin: () => void
  readonly refuse: () => void
}

/** Waiters by address: the first address is the next whose turn it is. */
type Addresses = Map<string, Array<Waiter>>

const countOf = (addresses: Addresses) => [...addresses.values()].reduce((sum, { length }) => sum + length, 0)

/** The key with the most, and how many it has. */
const longest = <A>(map: Map<string, A>, count: (value: A) => number): readonly [key: string, count: number] =>
  [...map].reduce<readonly [string, number]>(
    (most, [key, value]) => (count(value) > most[1] ? [key, count(value)] : most),
    ["", 0]
  )

/**
 * A bounded line for few places. Apps take turns, and within an app the addresses do, so that the wait of a quiet app is as
 * long as there are apps that wait, not as others send. Where the line is full the longest share gives way: its newest
 * waiter is refused, or whoever comes where theirs is the longest.
 */
export class FairLine {
  private readonly bounds: FairLineBounds
  private readonly refusal: () => AtCapacity
  private readonly apps = new Map<string, Addresses>()
  private running = 0
  private waiting = 0

  /** `refusal` is that of work for which there is no room. */
  constructor(bounds: FairLineBounds, refusal: () => AtCapacity) {
    this.bounds = bounds
    this.refusal = refusal
  }

  /** How many run, and how many wait. */
  get size(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting }
  }

  /** Runs work in its turn. Work that is interrupted while it waits leaves the line. */
  run<A, E, R>(share: Share, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | AtCapacity, R> {
    return Effect.acquireUseRelease(
      this.place(share),
      () => work,
      () => Effect.sync(() => this.ended())
    )
  }

  private place(share: Share): Effect.Effect<void, AtCapacity> {
    return Effect.suspend(() => {
      if (this.running < this.bounds.places) {
        this.running++
        return Effect.void
      }
      if (!this.makeRoom(share)) return Effect.fail(this.refusal())
      let hasPlace = false
      let leave = (): void => undefined
      const wait = Effect.callback<void, AtCapacity>((resume) => {
        const waiter: Waiter = {
          ...share,
          begin: () => {
            hasPlace = true
            resume(Effect.void)
          },
          refuse: () => resume(Effect.fail(this.refusal()))
        }
        this.add(waiter)
        leave = () => (hasPlace ? this.ended() : this.remove(waiter))
      })
      return Effect.onInterrupt(Effect.interruptible(wait), () => Effect.sync(() => leave()))
    })
  }

  /** A place is free: the next waiter takes it over, if there is one. */
  private ended(): void {
    const next = this.next()
    if (next === undefined) this.running--
    else next.begin()
  }

  private add(waiter: Waiter): void {
    const addresses = this.apps.get(waiter.app) ?? new Map<string, Array<Waiter>>()
    this.apps.set(waiter.app, addresses)
    const waiters = addresses.get(waiter.address)
    if (waiters === undefined) addresses.set(waiter.address, [waiter])
    else waiters.push(waiter)
    this.waiting++
  }

  private remove(waiter: Waiter): void {
    const addresses = this.apps.get(waiter.app)
    const waiters = addresses?.get(waiter.address)
    const at = waiters?.indexOf(waiter) ?? -1
    if (addresses === undefined || waiters === undefined || at === -1) return
    waiters.splice(at, 1)
    if (waiters.length === 0) addresses.delete(waiter.address)
    if (addresses.size === 0) this.apps.delete(waiter.app)
    this.waiting--
  }

  /** Takes the first waiter of the address and app whose turn it is; both go to the end of theirs. */
  private next(): Waiter | undefined {
    const [app, addresses] = this.apps.entries().next().value ?? []
    const [address, waiters] = addresses?.entries().next().value ?? []
    if (app === undefined || addresses === undefined || address === undefined || waiters === undefined) return undefined
    const next = waiters[0]!
    this.remove(next)
    if (addresses.has(address)) {
      addresses.delete(address)
      addresses.set(address, waiters)
    }
    if (this.apps.has(app)) {
      this.apps.delete(app)
      this.apps.set(app, addresses)
    }
    return next
  }

  /** Whether one more of a share may wait, with another refused for it where that share is longer by more than one. */
  private makeRoom({ address, app }: Share): boolean {
    const addresses: Addresses = this.apps.get(app) ?? new Map()
    if (countOf(addresses) >= this.bounds.waiting.app) return this.giveWay(app, addresses.get(address)?.length ?? 0)
    if (this.waiting < this.bounds.waiting.all) return true
    const [longestApp, count] = longest(this.apps, countOf)
    if (longestApp === app) return this.giveWay(app, addresses.get(address)?.length ?? 0)
    return count > countOf(addresses) + 1 && this.giveWay(longestApp, 0)
  }

  /** Refuses the newest waiter of the app's longest address where it has over one more than `own`. */
  private giveWay(app: string, own: number): boolean {
    const addresses = this.apps.get(app)
    const [address, count] = longest(addresses ?? new Map<string, Array<Waiter>>(), ({ length }) => length)
    const last = addresses?.get(address)?.at(-1)
    if (last === undefined || count <= own + 1) return false
    this.remove(last)
    last.refuse()
    return true
  }
}
