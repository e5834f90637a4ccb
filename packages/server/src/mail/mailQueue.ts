import { workQueue } from "../platform/work/WorkQueue.ts"
import { MailContents } from "./MailContents.ts"
import { smtpConnections } from "./smtpMailer.ts"

/** A mail that may have been accepted is not retried sooner: an attempt ends this long before its lease. */
export const uncertainMs = 60_000

/** The mails to be sent. */
export const mailQueue = workQueue({
  name: "mail",
  payload: MailContents,
  concurrency: smtpConnections,
  // Half a minute to send, and one more.
  lease: "90 seconds",
  pauses: ["10 seconds", "1 minute", "5 minutes", "30 minutes"],
  giveUpAfter: "7 days",
  keptFor: "7 days"
})
