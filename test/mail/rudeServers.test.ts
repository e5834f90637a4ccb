import { assert, it } from "@effect/vitest"
import { smtpMailer } from "@fleet/server/mail/smtpMailer"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { type Manner, rudeServer } from "./rudeServer.ts"

const rude = Effect.gen(function* () {
  const server = yield* rudeServer
  const send = yield* smtpMailer(Redacted.make(server.url), "noreply@example.com")
  const mailTo = (to: string, text = "Hello") => send({ id: randomUUID(), to, subject: "Hello", text, html: null })
  return { ...server, mailTo }
})

/** What a mail server did, and what is known of the mail after it. */
const cases: ReadonlyArray<
  readonly [manner: Manner, known: { readonly permanent: boolean; readonly uncertain: boolean }]
> = [
  [
    { step: "greeting", does: "drops" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "greeting", does: "421 too busy" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "greeting", does: "554 no service here" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "sender", does: "drops" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "sender", does: "451 later" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "sender", does: "550 not from you" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "recipient", does: "drops" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "recipient", does: "450 later" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "recipient", does: "550 nobody" },
    { permanent: true, uncertain: false }
  ],
  [
    { step: "data", does: "drops" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "data", does: "451 later" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "data", does: "554 never" },
    { permanent: true, uncertain: false }
  ],
  [
    { step: "middle", does: "drops" },
    { permanent: false, uncertain: true }
  ],
  [
    { step: "end", does: "drops" },
    { permanent: false, uncertain: true }
  ],
  [
    { step: "end", does: "421 closing" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "end", does: "452 full" },
    { permanent: false, uncertain: false }
  ],
  [
    { step: "end", does: "554 spam" },
    { permanent: true, uncertain: false }
  ]
]

it.live("a mail may have arrived when the connection ends after some of its text, and not before", () =>
  Effect.gen(function* () {
    for (const [manner, known] of cases) {
      const { mailTo, manners } = yield* rude
      manners.set(manner.step === "greeting" || manner.step === "sender" ? "*" : "a@example.com", manner)
      const refused = yield* Effect.flip(mailTo("a@example.com", "Hello\n".repeat(50_000)))
      const { permanent, uncertain } = refused
      assert.deepStrictEqual({ permanent, uncertain }, known, `${manner.step} ${manner.does}: ${refused.reason}`)
      manners.clear()
      yield* mailTo("a@example.com")
    }
  }).pipe(Effect.scoped)
)
