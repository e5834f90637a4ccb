import { Layer } from "effect"
import { DevOutboxHttp } from "../demo/DevOutboxHttp.ts"
import { Deliveries } from "../mail/Deliveries.ts"
import { KeptMails } from "../mail/KeptMails.ts"
import { Letters } from "../mail/Letters.ts"
import { Mailer } from "../mail/Mailer.ts"
import { MailNameStore } from "../mail/MailNameStore.ts"
import { MailWorkers } from "../mail/MailWorkers.ts"
import { Outbox } from "../mail/Outbox.ts"
import { OutboxStore } from "../mail/OutboxStore.ts"
import { Templates } from "../mail/Templates.ts"

/** The tables of mail. They ask for a database. */
export const MailStores = Layer.mergeAll(MailNameStore.layer, OutboxStore.layer)

/** Mails on their way, and what sends them. */
export const Mail = Layer.mergeAll(Outbox.layer, MailWorkers).pipe(
  Layer.provideMerge(Deliveries.layer),
  Layer.provideMerge(Layer.mergeAll(Letters.layer, Mailer.layer)),
  Layer.provideMerge(Layer.mergeAll(KeptMails.layer, Templates.layer))
)

/** Routes of the demo alone. */
export const MailHttp = DevOutboxHttp
