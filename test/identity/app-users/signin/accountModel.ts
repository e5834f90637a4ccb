import { Schema } from "effect"

/** What two people may do at once to one account, by what they hold from before: a link, a code, an invitation. */
export const Op = Schema.Literals([
  "register",
  "resend",
  "verify",
  "ask for a reset",
  "reset",
  "accept",
  "sign in by code",
  "sign in",
  "refresh",
  "log out",
  "change the password",
  "block",
  "unblock",
  "delete"
])
export type Op = typeof Op.Type

/** Each way of setting a password sets one of its own, so that the account shows which was last. */
export const passwordOf = (op: Op | null): string => `the password of ${op ?? "before"}`

export const Start = Schema.Literals(["none", "pending", "active", "blocked", "blocked while pending"])
export type Start = typeof Start.Type

/** An account as the specification knows it. `old` is what was held before, `new` what replaced it. */
export interface Account {
  readonly status: "none" | "pending_verification" | "active" | "blocked"
  readonly before: "pending_verification" | "active"
  /** Whether it is still the account that was there before. */
  readonly same: boolean
  /** The operation that set the password; null is the password of before, and nobody knows a lost one. */
  readonly password: Op | "lost" | null
  readonly verify: "old" | "new" | null
  readonly reset: "old" | "new" | null
  readonly invited: boolean
  /** Tries that the mailed code has left. */
  readonly tries: number
  /** Whether the token of the session of before is good, spent, or its session over. */
  readonly session: "good" | "spent" | "over"
  /** Living sessions of the account. */
  readonly sessions: number
}

const gone: Account = {
  status: "none",
  before: "active",
  same: false,
  password: null,
  verify: null,
  reset: null,
  invited: true,
  tries: 0,
  session: "over",
  sessions: 0
}

export const startOf = (start: Start): Account => {
  if (start === "none") return gone
  const there = { ...gone, same: true, verify: "old", reset: "old", tries: 5 } as const
  if (start === "pending") return { ...there, status: "pending_verification" }
  if (start === "active") return { ...there, status: "active", verify: null, session: "good", sessions: 1 }
  if (start === "blocked") return { ...there, status: "blocked", verify: null }
  return { ...there, status: "blocked", before: "pending_verification" }
}

const enter = (account: Account): Account => ({
  ...account,
  status: "active",
  verify: null,
  sessions: account.sessions + 1
})

/** What the operation answers and leaves behind when nobody else does anything meanwhile. */
export const apply = (account: Account, op: Op): readonly [status: number, next: Account] => {
  const { before, same, session, sessions, status } = account
  const pending = status === "pending_verification"
  const mayProve = pending || status === "active"
  const stays = (answer: number) => [answer, account] as const
  const becomes = (answer: number, change: Partial<Account>) => [answer, { ...account, ...change }] as const
  switch (op) {
    case "register":
      if (status === "none") return becomes(202, { status: "pending_verification", password: op, verify: "new" })
      return pending ? becomes(202, { password: op, verify: "new" }) : stays(202)
    case "resend":
      return pending ? becomes(202, { verify: "new" }) : stays(202)
    case "verify":
      return pending && account.verify === "old" ? [200, enter(account)] : stays(410)
    case "ask for a reset":
      return mayProve ? becomes(202, { reset: "new" }) : stays(202)
    case "reset":
      if (!mayProve || account.reset !== "old") return stays(410)
      return [200, enter({ ...account, password: op, reset: null, session: "over", sessions: 0 })]
    case "accept":
      if (!account.invited) return stays(410)
      if (status !== "none" && !pending) return stays(409)
      return [200, enter({ ...account, password: op, reset: null, invited: false })]
    case "sign in by code":
      if (account.tries === 0) return stays(410)
      if (!same || !mayProve) return becomes(400, { tries: account.tries - 1 })
      if (!pending) return [200, enter({ ...account, tries: 0 })]
      // The password is lost, and a mail with a link to set another one is on its way.
      return [200, enter({ ...account, tries: 0, password: "lost", reset: "new" })]
    case "sign in":
      return status === "active" && account.password === null ? [200, enter(account)] : stays(401)
    case "refresh":
      if (session === "good") return becomes(200, { session: "spent" })
      return session === "over" ? stays(401) : becomes(401, { session: "over", sessions: sessions - 1 })
    case "log out":
      return session === "over" ? stays(204) : becomes(204, { session: "over", sessions: sessions - 1 })
    case "change the password":
      if (session === "over" || account.password !== null) return stays(401)
      return becomes(200, { password: op, reset: null, session: "spent", sessions: 1 })
    case "block":
      if (!same) return stays(404)
      if (status === "blocked") return stays(200)
      return becomes(200, {
        status: "blocked",
        before: pending ? "pending_verification" : "active",
        session: "over",
        sessions: 0
      })
    case "unblock":
      if (!same) return stays(404)
      return status === "blocked" ? becomes(200, { status: before, before: "active" }) : stays(pending ? 409 : 200)
    case "delete":
      return same ? [204, { ...gone, invited: account.invited, tries: account.tries }] : stays(404)
  }
}

export interface Done {
  readonly op: Op
  readonly status: number
}

/** Whether some order of all that was done, each one's own kept, explains every answer and what is left. */
export const explained = (
  account: Account,
  left: ReadonlyArray<Done>,
  right: ReadonlyArray<Done>,
  isLeft: (account: Account) => boolean
): boolean => {
  if (left.length === 0 && right.length === 0) return isLeft(account)
  const after = ([first, ...rest]: ReadonlyArray<Done>, others: ReadonlyArray<Done>) => {
    if (first === undefined) return false
    const [status, next] = apply(account, first.op)
    return status === first.status && explained(next, rest, others, isLeft)
  }
  return after(left, right) || after(right, left)
}
