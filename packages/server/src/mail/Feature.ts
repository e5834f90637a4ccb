import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { Deliveries } from "./Deliveries.ts"
import { KeptMails } from "./KeptMails.ts"
import { Letters } from "./Letters.ts"
import { MailNameStore } from "./MailNameStore.ts"
import { MailWorkers } from "./MailWorkers.ts"
import { Mailer } from "./Mailer.ts"
import { Outbox } from "./Outbox.ts"
import { Templates } from "./Templates.ts"

/** Mails from template to delivery. */
export const mail = feature({
  stores: MailNameStore.layer,
  services: Outbox.layer.pipe(
    Layer.provideMerge(Deliveries.layer),
    Layer.provideMerge(Layer.mergeAll(Letters.layer, Mailer.layer)),
    Layer.provideMerge(Layer.mergeAll(KeptMails.layer, Templates.layer))
  ),
  background: MailWorkers
})
