import type { WebhookEventType } from "@fleet/domain/Webhooks"

/** Bytes of JSON that `data` of a message has before its largest field is left out. */
export const maxDataBytes = 64 * 1024

/** The field that may be large, by event: customers' robots decide what is in it. */
const largeField: Readonly<Partial<Record<WebhookEventType, string>>> = {
  "alert.firing": "last_value",
  "alert.resolved": "last_value",
  "job.ended": "result"
}

/** `data` of a message as JSON. Where it would be over 64 KiB, a job's `result` and an alert's `last_value` are null. */
export const messageData = (type: WebhookEventType | "ping", data: unknown): string => {
  const json = JSON.stringify(data)
  if (type === "ping" || Buffer.byteLength(json) <= maxDataBytes) return json
  const field = largeField[type]
  return field === undefined ? json : JSON.stringify({ ...(data as object), [field]: null })
}
