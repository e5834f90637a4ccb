import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { makeWorkerProcess } from "../../../platform/process/WorkerProcess.ts"
import { makeTurns } from "../../../platform/sql/makeTurns.ts"
import { type Addresses, answerUrdf, type UrdfQuestion } from "./answerUrdf.ts"
import type { ReadUrdf } from "./readUrdf.ts"

/** Bytes of a URDF that is read in this process: some 20 ms where it is made to be costly. */
const mostHere = 32_768

/** What the process is asked at a time: one that it works out, and the next. Others wait by turns of organisations. */
const askedAtOnce = 2

/** Bytes of rewritten URDFs that are kept, and of the largest one. */
const kept = { all: 32_000_000, one: 8_000_000 }

/** Rewritten URDFs by what they are made of. The one that was not asked for longest goes first. */
class Rewritten {
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

/** Reads and rewrites URDFs: the larger ones in a process beside this one, so that none of them blocks sockets. */
export class UrdfTexts extends Context.Service<
  UrdfTexts,
  {
    /** See `readUrdf`. `org` takes turns with the others. */
    readonly read: (org: string, bytes: Uint8Array) => Effect.Effect<ReadUrdf>
    /** See `rewriteUrdf`. `sha256` is of the URDF, whose bytes are read only where they are needed. */
    readonly rewrite: <E>(
      org: string,
      sha256: string,
      bytes: Effect.Effect<Uint8Array, E>,
      addresses: Addresses
    ) => Effect.Effect<Uint8Array, E>
  }
>()("@fleet/server/UrdfTexts") {
  static readonly layer = Layer.effect(
    UrdfTexts,
    Effect.gen(function* () {
      const askProcess = yield* makeWorkerProcess<UrdfQuestion, ReadUrdf | Uint8Array>(
        new URL("./urdfProcess.ts", import.meta.url)
      )
      const turn = makeTurns(askedAtOnce)
      const rewritten = new Rewritten()

      return UrdfTexts.of({
        read: (org, bytes) =>
          bytes.length <= mostHere
            ? Effect.sync(() => answerUrdf({ bytes, addresses: null }) as ReadUrdf)
            : Effect.map(
                turn("foreground", () => org)(askProcess({ bytes, addresses: null })),
                (read) => read as ReadUrdf
              ),
        rewrite: Effect.fn("UrdfTexts.rewrite")(function* (org, sha256, bytes, addresses) {
          const key = createHash("sha256").update(sha256).update(JSON.stringify(addresses)).digest("base64")
          const before = rewritten.get(key)
          if (before !== undefined) return before
          // In its turn: of many that ask for the same, the first writes it and the others find it.
          return yield* turn(
            "foreground",
            () => org
          )(
            Effect.gen(function* () {
              const found = rewritten.get(key)
              if (found !== undefined) return found
              const question = { bytes: yield* bytes, addresses }
              const isSmall = question.bytes.length <= mostHere
              const made = (isSmall ? answerUrdf(question) : yield* askProcess(question)) as Uint8Array
              rewritten.set(key, made)
              return made
            })
          )
        })
      })
    })
  )
}
