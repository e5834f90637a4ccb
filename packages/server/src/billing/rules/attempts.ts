export type AttemptStatus =
  | "created"
  | "unknown"
  | "open"
  | "pending"
  | "paid"
  | "failed"
  | "canceled"
  | "expired"
  | "lost"

/** How far a try to take money has come. */
export const ranks: Readonly<Record<AttemptStatus, number>> = {
  created: 0,
  unknown: 1,
  open: 2,
  pending: 3,
  paid: 4,
  failed: 4,
  canceled: 4,
  expired: 4,
  lost: 4
}

export const isEnded = ({ status }: { readonly status: AttemptStatus }): boolean => ranks[status] === 4

/** What the provider's words for a payment mean here. */
const known: ReadonlyMap<string, AttemptStatus> = new Map([
  ["open", "open"],
  ["pending", "pending"],
  ["authorized", "pending"],
  ["paid", "paid"],
  ["failed", "failed"],
  ["canceled", "canceled"],
  ["expired", "expired"]
])

/**
 * The status after the provider was asked. Its rank never falls, an unknown word changes nothing, and what ended without
 * money may still turn out to be paid: money is real, whatever was believed of it.
 */
export const raised = (status: AttemptStatus, word: string): AttemptStatus => {
  const seen = known.get(word) ?? status
  return ranks[seen] > ranks[status] || seen === "paid" ? seen : status
}

/** How long a request is sent again under its key, in milliseconds; after that the payment is looked up. */
export const resendMs = 55 * 60_000

/** What is done about a request whose answer never came. */
export const afterSilence = (sentAt: number, now: number): "resend" | "look_up" =>
  now - sentAt < resendMs ? "resend" : "look_up"
