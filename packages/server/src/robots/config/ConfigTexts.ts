import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"
import { makeTurns } from "../../platform/sql/makeTurns.ts"
import { answerText, type Read, type TextQuestion } from "./answerText.ts"

/** Characters of a text that is read in this process: some 20 ms. A million of them are seconds. */
const mostHere = 32_768

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
      const turn = makeTurns(readAtOnce)
      const answered = (orgId: OrgId, question: TextQuestion) =>
        question.source.length <= mostHere
          ? Effect.sync(() => answerText(question))
          : turn("foreground", () => orgId)(askProcess(question))

      return ConfigTexts.of({
        read: (orgId, source) => Effect.map(answered(orgId, { source, rename: null }), (read) => read as Read),
        rename: (orgId, source, from, to) =>
          Effect.map(answered(orgId, { source, rename: { from, to } }), (renamed) => renamed as string | null)
      })
    })
  )
}
