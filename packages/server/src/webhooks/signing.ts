import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** A new secret: `whsec_` and the base64 of 32 random bytes. */
export const mintWebhookSecret = (): string => prefix + randomBytes(32).toString("base64")

/** What a webhook's secret is sealed for. */
export const secretContext = (webhookId: string): string => `webhook ${webhookId}`

const signatureBy = (secret: string, content: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(content)
    .digest("base64")}`

/** The headers of Standard Webhooks for a message sent at `seconds` of Unix time; each secret gives a signature. */
export const signedHeaders = (
  { body, id, seconds }: { readonly id: string; readonly body: string; readonly seconds: number },
  secrets: ReadonlyArray<string>
) => ({
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => signatureBy(secret, `${id}.${seconds}.${body}`)).join(" ")
})

/** The headers of a message of this type, without those of who sends it. */
export const messageHeaders = (
  { type, ...message }: { readonly type: string; readonly id: string; readonly body: string; readonly seconds: number },
  secrets: ReadonlyArray<string>
) => ({
  "content-type": "application/json",
  "x-platform-event": type,
  ...signedHeaders(message, secrets)
})
