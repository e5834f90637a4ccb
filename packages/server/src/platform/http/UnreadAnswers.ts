import type { Caller } from "@fleet/domain/Caller"
import type { AtCapacity } from "@fleet/domain/Errors"
import { Context, Effect, Layer, Random } from "effect"
import { getHeapStatistics } from "node:v8"
import { FairLine } from "../limits/FairLine.ts"
import { makeKeyedSemaphore } from "../limits/KeyedSemaphore.ts"
import { realPause } from "../limits/realPause.ts"
import { Settings } from "../settings/Settings.ts"
import { comeBackLater } from "./comeBackLater.ts"
import { RequestCaller } from "./RequestCaller.ts"

/** An answer of so many bytes and fewer is not counted: how many there are at once is bounded by `RequestLimit`. */
export const countedFrom = 65_536

/** Bytes that may be under way to readers at once. */
export interface UnreadBounds {
  readonly ofCaller: number
  readonly ofOrg: number
  readonly inAll: number
}

/** Whose answers are counted together. */
export interface Reader {
  readonly caller: string
  /** Null where the caller is not known. */
  readonly org: string | null
}

/** Who reads an answer; without a proven caller it is an address. */
export const readerOf = (caller: Caller | null, address: string): Reader =>
  caller === null ? { caller: address, org: null } : { caller: `${caller.kind}:${caller.id}`, org: caller.orgId }

/**
 * The bytes of whole answers that were worked out and not taken yet, by caller, by organisation and of all. One answer is
 * always let through where its caller, its organisation and the process have none under way.
 */
export class UnreadBytes {
  /** Bytes under way. */
  bytes = 0
  /** Answers that found no room. */
  refused = 0
  private readonly bounds: UnreadBounds
  private readonly held = new Map<string, number>()

  constructor(bounds: UnreadBounds) {
    this.bounds = bounds
  }

  /** Whether a further answer of a reader would find no room, before it is worked out. Counted as refused. */
  isFull({ caller, org }: Reader): boolean {
    const { inAll, ofCaller, ofOrg } = this.bounds
    const full = this.bytes >= inAll || this.of(caller) >= ofCaller || (org !== null && this.of(org) >= ofOrg)
    if (full) this.refused++
    return full
  }

  /** Counts an answer until what it returns is called; null where there is no room. */
  admit({ caller, org }: Reader, bytes: number): (() => void) | null {
    const { inAll, ofCaller, ofOrg } = this.bounds
    const fits = (held: number, bound: number) => held === 0 || held + bytes <= bound
    const isRoom =
      fits(this.bytes, inAll) && fits(this.of(caller), ofCaller) && (org === null || fits(this.of(org), ofOrg))
    if (!isRoom) {
      this.refused++
      return null
    }
    const change = (by: number) => {
      this.bytes += by
      this.add(caller, by)
      if (org !== null) this.add(org, by)
    }
    change(bytes)
    let isHeld = true
    return () => {
      if (isHeld) change(-bytes)
      isHeld = false
    }
  }

  private of(key: string): number {
    return this.held.get(key) ?? 0
  }

  private add(key: string, by: number): void {
    const bytes = this.of(key) + by
    if (bytes === 0) this.held.delete(key)
    else this.held.set(key, bytes)
  }
}

const megabyte = 1_000_000

/** Large answers of one caller that are worked out at a time. */
const largeAtOnce = 2

/** From how many characters on an answer has a turn, how long that is for a million of them, and how many wait for theirs. */
const pausedFrom = 1_000_000
const msForMillion = 25
const waiting = { app: 32, all: 256 }

/**
 * The turn of a large answer of so many characters: longer than its rows take the process to read and write, so that answers
 * leave it time for others.
 */
export const LargeAnswerPause = Context.Reference<(characters: number) => Effect.Effect<void>>(
  "@fleet/server/LargeAnswerPause",
  { defaultValue: () => (characters) => realPause((characters / 1_000_000) * msForMillion) }
)

/** What of this process's answers is under way. A quarter of the heap is the bound of all. */
export class UnreadAnswers extends Context.Service<
  UnreadAnswers,
  {
    readonly bytes: UnreadBytes
    /** The refusal of a reader for whom there is no room. */
    readonly refusal: () => AtCapacity
    /**
     * Works an answer out that may be large, for the caller of a request: some at a time of each caller, and none while what
     * is under way to them is as much as may be. Those that are large come one after the other, by turns of organisations.
     */
    readonly large: <E, R>(work: Effect.Effect<string, E, R>) => Effect.Effect<string, E | AtCapacity, R>
  }
>()("@fleet/server/UnreadAnswers") {
  static readonly layer = Layer.effect(
    UnreadAnswers,
    Effect.gen(function* () {
      const { unreadOfCaller, unreadOfOrg } = yield* Settings
      const random = yield* Random.Random
      const bytes = new UnreadBytes({
        ofCaller: unreadOfCaller * megabyte,
        ofOrg: unreadOfOrg * megabyte,
        inAll: getHeapStatistics().heap_size_limit / 4
      })
      const refusal = () => comeBackLater(random.nextDoubleUnsafe())
      const byCaller = makeKeyedSemaphore(largeAtOnce)
      const pause = yield* LargeAnswerPause
      const line = new FairLine({ places: 1, waiting }, refusal)
      return UnreadAnswers.of({
        bytes,
        refusal,
        large: Effect.fnUntraced(function* <E, R>(work: Effect.Effect<string, E, R>) {
          const reader = readerOf((yield* RequestCaller)?.caller ?? null, "")
          const whenRoom = Effect.suspend((): Effect.Effect<string, E | AtCapacity, R> =>
            bytes.isFull(reader) ? Effect.fail(refusal()) : work
          )
          const share = { app: reader.org ?? reader.caller, address: reader.caller }
          const paused = Effect.tap(whenRoom, ({ length }) =>
            length < pausedFrom ? Effect.void : line.run(share, pause(length))
          )
          return yield* byCaller(reader.caller)(paused)
        })
      })
    })
  )
}
