import { Data } from "effect"

/** A file of a mail. */
export interface Attachment {
  readonly name: string
  /** Its media type, as `application/pdf`. */
  readonly type: string
  readonly content: Uint8Array
}

/** A mail as it leaves. `id` is the same however often it is tried, and so is the Message-ID that is made of it. */
export interface Message {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attachments?: ReadonlyArray<Attachment>
}

/** A mail that was not accepted. */
export class MailRefused extends Data.TaggedError("MailRefused")<{
  readonly reason: string
  /** Another attempt would end the same. */
  readonly permanent: boolean
  /** The mail server may have accepted it before the connection was lost. */
  readonly uncertain: boolean
}> {}
