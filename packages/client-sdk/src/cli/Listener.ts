import type { FleetClient } from "../createClient.ts"
import { FleetError } from "../FleetError.ts"
import { backoff, pause } from "../Timing.ts"
import type { OpenWebhookListenerRequest, WebhookListenerMessage, WebhookListenerResult } from "../types.gen.ts"

/** How long the service may wait for a message, in seconds. */
const waitSeconds = 20

/** How long a fetch may take, in milliseconds: its wait, and a slow line. */
const fetchTimeoutMs = 40_000

/** How long a goodbye may take, in milliseconds. The service closes a listener by itself after a minute. */
const closeTimeoutMs = 3000

/** The longest time between two reports to the service, in milliseconds: it closes what is silent for a minute. */
const handledForMs = 15_000

const isAway = (error: unknown): boolean =>
  FleetError.is(error) &&
  (error.is("network_error") || error.is("timeout") || error.is("invalid_answer") || error.status >= 500)

/** The events of a listener, beside its messages. */
export interface ListenerEvents {
  /** Messages come now. `isAgain` where a listener before this one had expired. */
  readonly onOpen: (secret: string, isAgain: boolean) => void
  /** The service is out of reach; called once until it is back. */
  readonly onLost: () => void
  /** Handles one message. */
  readonly onMessage: (message: WebhookListenerMessage) => Promise<Omit<WebhookListenerResult, "delivery_id">>
}

/**
 * Receives messages through the service until the signal aborts, each at least once, in the order in which they were written.
 * Fails where the first listener cannot be opened. Later a lost connection is tried again, and an expired listener is opened
 * anew with the same secret.
 */
export const listen = async (
  { request }: Pick<FleetClient, "request">,
  asked: OpenWebhookListenerRequest,
  { onLost, onMessage, onOpen }: ListenerEvents,
  signal: AbortSignal
): Promise<void> => {
  let secret = asked.secret
  let id: string | undefined
  /** One was open before. */
  let isAgain = false
  let results: Array<WebhookListenerResult> = []
  let failures = 0

  const open = async (): Promise<string> => {
    const body = secret === undefined ? asked : { ...asked, secret }
    const opened = await request("webhooks.openListener", { body, signal })
    secret = opened.secret
    id = opened.listener_id
    results = []
    onOpen(secret, isAgain)
    isAgain = true
    return id
  }

  const round = async (): Promise<void> => {
    const { messages } = await request("webhooks.fetchMessages", {
      params: { id: id ?? (await open()) },
      body: { results, wait_s: waitSeconds },
      timeoutMs: fetchTimeoutMs,
      signal
    })
    failures = 0
    results = []
    const until = performance.now() + handledForMs
    for (const message of messages) {
      results.push({ delivery_id: message.id, ...(await onMessage(message)) })
      // The rest comes again with the next fetch.
      if (performance.now() > until) return
    }
  }

  try {
    while (!signal.aborted) {
      try {
        await round()
      } catch (error) {
        if (signal.aborted) return
        if (FleetError.is(error) && error.is("not_found") && id !== undefined) {
          id = undefined
          continue
        }
        if (!isAway(error) || !isAgain) throw error
        if (failures === 0) onLost()
        await pause(backoff(failures++, 500, 10_000), signal).catch(() => undefined)
      }
    }
  } finally {
    if (id !== undefined) {
      await request("webhooks.closeListener", { params: { id }, timeoutMs: closeTimeoutMs }).catch(() => undefined)
    }
  }
}
