import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Settings } from "../platform/settings/Settings.ts"
import { MailRefused, type Message } from "./Message.ts"

/** A mail that the demo keeps; `at` is when, in ISO 8601. */
export const KeptMail = Schema.Struct({
  at: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.NullOr(Schema.String),
  /** Absent where there is none. */
  attachments: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String, base64: Schema.String }))
  )
})
export type KeptMail = typeof KeptMail.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(KeptMail))

/** The oldest files beyond this number are deleted. */
const maxFiles = 500

const names = async (folder: string): Promise<ReadonlyArray<string>> => {
  const all = await readdir(folder).catch(() => [])
  return all.filter((name) => name.endsWith(".json")).toSorted()
}

const write = async (folder: string, name: string, mail: KeptMail): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.draft`)
  await writeFile(draft, `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, join(folder, `${name}.json`))
  for (const old of (await names(folder)).slice(0, -maxFiles)) await rm(join(folder, old), { force: true })
}

/** The demo's mails, each a file of `FLEET_DATA/outbox` that only its owner may read; their names sort by time. */
export class KeptMails extends Context.Service<
  KeptMails,
  {
    readonly keep: (message: Message) => Effect.Effect<void, MailRefused>
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptMail>>
  }
>()("@fleet/server/KeptMails") {
  static readonly layer = Layer.effect(
    KeptMails,
    Effect.gen(function* () {
      const { dataFolder } = yield* Settings
      const folder = join(dataFolder, "outbox")
      return KeptMails.of({
        keep: Effect.fnUntraced(function* ({ attachments = [], html, id, subject, text, to }) {
          const at = DateTime.formatIso(yield* DateTime.now)
          const files = attachments.map(({ content, name, type }) => ({
            name,
            type,
            base64: Buffer.from(content).toString("base64")
          }))
          const mail = { at, to, subject, text, html, ...(files.length === 0 ? {} : { attachments: files }) }
          yield* Effect.tryPromise({
            try: () => write(folder, `${at.replaceAll(/[:.]/g, "-")}-${id}`, mail),
            catch: (cause) => new MailRefused({ reason: String(cause), permanent: false, uncertain: false })
          })
        }),
        list: Effect.promise(async () => {
          const newest = (await names(folder)).toReversed()
          // A file that is gone by now was among the oldest. A file that is no mail is ignored.
          const texts = await Promise.all(newest.map((name) => readFile(join(folder, name), "utf8").catch(() => null)))
          return texts.flatMap((text) => Option.toArray(decode(text)))
        })
      })
    })
  )
}
