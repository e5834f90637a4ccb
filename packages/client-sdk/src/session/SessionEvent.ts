export type SessionEvent = "signed_in" | "refreshed" | "signed_out"
