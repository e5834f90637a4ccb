import { DateTime, Effect, Layer, Semaphore } from "effect"
import { regularly } from "../platform/schedule/sweep.ts"
import { Deliveries } from "./Deliveries.ts"
import { OutboxStore } from "./OutboxStore.ts"
import { smtpConnections } from "./smtpMailer.ts"

/** How long an ended mail is kept. */
const keptDays = 7

const fault = "the mail outbox could not be looked after"

/** Sends what the outbox holds: when woken, and every few seconds what another process left or a pause held back. */
export const MailWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    const deliveries = yield* Deliveries
    const store = yield* OutboxStore
    const busy = yield* Semaphore.make(smtpConnections)
    let stopping = false

    const drain: Effect.Effect<void> = Effect.suspend(() =>
      stopping ? Effect.void : Effect.flatMap(busy.withPermit(deliveries.next), (more) => (more ? drain : Effect.void))
    )
    const work = deliveries.woken.pipe(
      Effect.andThen(drain),
      Effect.catchDefect((defect) => Effect.logError("mails could not be sent", defect)),
      Effect.forever,
      Effect.forkScoped
    )

    for (let worker = 0; worker < smtpConnections; worker++) yield* work
    yield* regularly("5 seconds", fault, deliveries.wake)
    yield* regularly(
      "1 hour",
      fault,
      Effect.flatMap(DateTime.now, (now) => store.purge(DateTime.toDateUtc(DateTime.subtract(now, { days: keptDays }))))
    )
    // Before the workers are interrupted, what is on its way gets the time to arrive.
    yield* Effect.addFinalizer(() => {
      stopping = true
      return Effect.ignore(Effect.timeout(busy.take(smtpConnections), "5 seconds"))
    })
  })
)
