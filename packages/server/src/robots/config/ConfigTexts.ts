import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"
import { makeFairSlots } from "../../platform/sql/makeFairSlots.ts"
import { answerText, type Read, type TextQuestion } from "./answerText.ts"

/** Characters of a text that is read in this process: some 20 ms. A million of them are seconds. */
const mostHere = 32_768

/** Characters of the texts that are kept with what they say: as many as a few of the largest drafts have. */
const keptCharacters = 4_000_000

/** Characters of a text that is read anew each time: a few milliseconds. */
const unkept = 4_096

/** What the process is asked at a time: one that it works out, and the next. Others wait by turns of orgs. */
const readAtOnce = 2

/** Texts of configurations, read as YAML: the longer ones in a process beside this one, so that no text holds up sockets. */
export class ConfigTexts extends Context.Service<
  ConfigTexts,
  {
    /** See `parse`. Not to be waited for within a transaction, if that can be helped. */
    readonly read: (orgId: OrgId, source: string) => Effect.Effect<Read>
    /** See `renameSlug`. */
    readonly rename: (orgId: OrgId, source: string, from: string, to: string) => Effect.Effect<string | null>
  }
>()("@fleet/server/ConfigTexts") {
  static readonly layer = Layer.effect(
    ConfigTexts,
    Effect.gen(function* () {
      const askProcess = yield* makeWorkerProcess<TextQuestion, Read | string | null>(
        new URL("./textProcess.ts", import.meta.url)
      )
      const withSlot = makeFairSlots(readAtOnce)
      const answered = (orgId: OrgId, question: TextQuestion) =>
        question.source.length <= mostHere
          ? Effect.sync(() => answerText(question))
          : withSlot("foreground", orgId)(askProcess(question))

      /** Texts that were read last, the oldest first. What they say depends on nothing else. */
      const kept = new Map<string, Read>()
      let characters = 0
      const keep = (source: string, read: Read): void => {
        if (source.length <= unkept || kept.has(source)) return
        kept.set(source, read)
        characters += source.length
        for (const oldest of kept.keys()) {
          if (characters <= keptCharacters) break
          kept.delete(oldest)
          characters -= oldest.length
        }
      }
      const read = (orgId: OrgId, source: string): Effect.Effect<Read> =>
        Effect.suspend(() => {
          const known = kept.get(source)
          if (known !== undefined) {
            kept.delete(source)
            kept.set(source, known)
            return Effect.succeed(known)
          }
          return Effect.map(answered(orgId, { source, rename: null }), (read) => {
            keep(source, read as Read)
            return read as Read
          })
        })

      return ConfigTexts.of({
        read,
        rename: (orgId, source, from, to) =>
          Effect.map(answered(orgId, { source, rename: { from, to } }), (renamed) => renamed as string | null)
      })
    })
  )
}
