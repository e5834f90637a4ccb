import type { AtCapacity } from "@fleet/domain/Errors"
import { Context, Effect, Layer, Random, type Scope } from "effect"
import { createHash } from "node:crypto"
import { comeBackLater } from "../../../platform/http/comeBackLater.ts"
import { FairLine } from "../../../platform/limits/FairLine.ts"
import { makeWorkerProcess } from "../../../platform/process/WorkerProcess.ts"
import { type Addresses, answerUrdf, type UrdfQuestion, type UrdfUris } from "./answerUrdf.ts"
import type { ReadUrdf } from "./readUrdf.ts"

/** Bytes of a URDF that is read in this process: some 20 ms where it is made to be costly. */
const mostHere = 32_768

/** What the process is asked at a time: one that it works out, and the next. Others wait by turns of organisations. */
const askedAtOnce = 2

/** How many wait for their turn, of one organisation and in all. */
export const maxWaitingUrdfs = { app: 32, all: 256 }

/** Bytes of answers that are kept, and of the largest one. */
const kept = { all: 32_000_000, one: 8_000_000 }

/** Rewritten URDFs and lists of what they lack, by what they are made of. The one that was not asked for longest goes first. */
class Kept {
  private readonly byKey = new Map<string, Uint8Array>()
  private size = 0

  get(key: string): Uint8Array | undefined {
    const bytes = this.byKey.get(key)
    if (bytes === undefined) return undefined
    this.byKey.delete(key)
    this.byKey.set(key, bytes)
    return bytes
  }

  set(key: string, bytes: Uint8Array): void {
    if (bytes.length > kept.one || this.byKey.has(key)) return
    this.byKey.set(key, bytes)
    this.size += bytes.length
    for (const [oldest, { length }] of this.byKey) {
      if (this.size <= kept.all) break
      this.byKey.delete(oldest)
      this.size -= length
    }
  }
}

type Answer = ReadUrdf | Uint8Array

/** Works a question of a URDF out: a process of its own beside this one. */
export const UrdfWork = Context.Reference<
  Effect.Effect<(question: UrdfQuestion) => Effect.Effect<Answer>, never, Scope.Scope>
>("@fleet/server/UrdfWork", {
  defaultValue: () => makeWorkerProcess<UrdfQuestion, Answer>(new URL("./urdfProcess.ts", import.meta.url))
})

/** A URDF that is stored, or on its way there. */
export interface SizedUrdf {
  readonly sha256: string
  readonly size: number
}

/**
 * Reads and rewrites URDFs: the larger ones in a process beside this one, so that none of them blocks sockets. `org` takes
 * turns with the others; a caller that finds the line full is to come back. What is worked on is read in its turn.
 */
export class UrdfTexts extends Context.Service<
  UrdfTexts,
  {
    /** See `readUrdf`. */
    readonly read: <E>(
      org: string,
      size: number,
      bytes: Effect.Effect<Uint8Array, E>
    ) => Effect.Effect<ReadUrdf, E | AtCapacity>
    /** See `rewriteUrdf`. The bytes are read only where they are needed. */
    readonly rewrite: <E>(
      org: string,
      urdf: SizedUrdf,
      bytes: Effect.Effect<Uint8Array, E>,
      addresses: Addresses
    ) => Effect.Effect<Uint8Array, E | AtCapacity>
    /** The `urdf` of an asset list, as JSON, from the names of what is stored. `uris` are the files that the URDF names. */
    readonly lacking: <E>(
      org: string,
      urdf: SizedUrdf,
      uris: Effect.Effect<string, E>,
      names: ReadonlyArray<string>
    ) => Effect.Effect<Uint8Array, E | AtCapacity>
  }
>()("@fleet/server/UrdfTexts") {
  static readonly layer = Layer.effect(
    UrdfTexts,
    Effect.gen(function* () {
      const askProcess = yield* yield* UrdfWork
      const random = yield* Random.Random
      const line = new FairLine({ places: askedAtOnce, waiting: maxWaitingUrdfs }, () =>
        comeBackLater(random.nextDoubleUnsafe())
      )
      const kept = new Kept()
      const turn = (org: string) => ({ app: org, address: "" })

      const answered = <E>(org: string, size: number, question: Effect.Effect<UrdfQuestion, E>) =>
        size <= mostHere ? Effect.map(question, answerUrdf) : line.run(turn(org), Effect.flatMap(question, askProcess))

      /** Of many that ask for the same, the first has it worked out and the others find it. */
      const once = Effect.fnUntraced(function* <E>(
        org: string,
        { sha256, size }: SizedUrdf,
        about: Addresses | UrdfUris["names"],
        question: Effect.Effect<UrdfQuestion, E>
      ) {
        const key = createHash("sha256").update(sha256).update(JSON.stringify(about)).digest("base64")
        const work = Effect.gen(function* () {
          const found = kept.get(key)
          if (found !== undefined) return found
          const asked = yield* question
          const made = (size <= mostHere ? answerUrdf(asked) : yield* askProcess(asked)) as Uint8Array
          kept.set(key, made)
          return made
        })
        return kept.get(key) ?? (yield* size <= mostHere ? work : line.run(turn(org), work))
      })

      return UrdfTexts.of({
        read: (org, size, bytes) =>
          Effect.map(
            answered(
              org,
              size,
              Effect.map(bytes, (bytes) => ({ bytes, addresses: null }))
            ),
            (read) => read as ReadUrdf
          ),
        rewrite: (org, urdf, bytes, addresses) =>
          once(
            org,
            urdf,
            addresses,
            Effect.map(bytes, (bytes) => ({ bytes, addresses }))
          ),
        lacking: (org, urdf, uris, names) =>
          once(
            org,
            urdf,
            names,
            Effect.map(uris, (uris) => ({ uris, names }))
          )
      })
    })
  )
}
